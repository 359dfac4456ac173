import { type Example, examplesOf, having, without } from './example.ts'
import { NOWHERE } from './library-examples.ts'

const e2 = examplesOf('E2')
const e3 = examplesOf('E3')
const e6 = examplesOf('E6')
const e7 = examplesOf('E7')
const e8 = examplesOf('E8')
const e10 = examplesOf('E10')
const e11 = examplesOf('E11')
const e12 = examplesOf('E12')
const e14 = examplesOf('E14')
const e15 = examplesOf('E15')
const e18 = examplesOf('E18')
const e19 = examplesOf('E19')

const UNKNOWN_PACK = 'A pack that does not exist'

/** Examples of the operations about portals, marketing, users, notifications and reports. */
export const DISTRIBUTION_EXAMPLES: readonly Example[] = [
  e2.success('A year'),
  e2.outcome('empty-list', 'A year without posts', having({ createDate: '1999' })),
  e2.refused('wrongFormat', 'A year of two digits', having({ createDate: '25' })),
  e2.refused('missingField', 'Without the year', without('createDate')),

  e3.success('One record'),
  e3.refused('wrongFormat', 'A time without milliseconds', ({ trackList }) => ({
    trackList: [{ ...(trackList as object[])[0], event_time: '2026-03-04 05:06:07' }],
  })),
  e3.refused('outOfRange', 'A number that JavaScript does not hold exactly', ({ trackList }) => ({
    trackList: [{ ...(trackList as object[])[0], event_properties: { amount: 1e20 } }],
  })),
  e3.refused('missingField', 'A record without its event', ({ trackList }) => {
    const [{ event_type_code: _, ...record } = {}] = trackList as Record<string, unknown>[]
    return { trackList: [record] }
  }),

  e6.success('One content on a page', having({ pageSize: 1 })),
  e6.outcome('empty-list', 'No content has the text', having({ searchText: 'no such text' })),
  e6.outcome('further-page', 'The second page', having({ pageNum: 2, pageSize: 1 })),
  e6.refused('unknownBlock', 'A block that does not exist', having({ blockId: NOWHERE })),
  e6.refused('missingField', 'Without the block', without('blockId')),

  e7.success('Two members'),
  e7.again('known-member', 'The same request, sent again'),
  e7.refused('unknownCrowdPack', UNKNOWN_PACK, having({ crowdPackId: NOWHERE })),
  e7.refusedToViewer(),

  e8.success('Two users'),
  e8.outcome('left-out', 'Only a user that does not exist', having({ userIds: [NOWHERE] })),
  e8.refused('tooMany', '101 ids; larger sets are split into batches', () => ({
    userIds: Array.from({ length: 101 }, (_, index) => index + 1),
  })),
  e8.refused('missingField', 'Without the ids', without('userIds')),

  e10.success('All members'),
  e10.refused('unknownCrowdPack', UNKNOWN_PACK, having({ crowdPackId: NOWHERE })),
  e10.refused('missingField', 'Without the corporation', without('corpId')),

  e11.success('One content'),
  e11.refused('unknownContent', 'A content that does not exist', having({ id: NOWHERE })),
  e11.refused('missingField', 'Without the id', without('id')),

  e12.success('One receiver, now', without('sendTime')),
  e12.outcome(
    'later-notification',
    'One receiver, at a later time',
    having({ sendTime: 1_893_456_000_000 }),
  ),
  e12.refused(
    'unknownUser',
    'A receiver that does not exist',
    having({
      users: ['nobody@example.com'],
    }),
  ),
  e12.refusedToViewer(),

  e14.success('A department, a dimension and a user'),
  e14.again('known-collaborator', 'The same request, sent again'),
  e14.refused('unknownPortal', 'A portal that does not exist', having({ portalId: NOWHERE })),
  e14.refused('unknownUser', 'A user that does not exist', having({ userIdList: [NOWHERE] })),
  e14.refused(
    'unknownDepartment',
    'A department that does not exist',
    having({ deptIdList: [NOWHERE] }),
  ),
  e14.refused(
    'unknownDimension',
    'A dimension that does not exist',
    having({ dimensionIdList: [NOWHERE] }),
  ),
  e14.refusedToViewer(),

  e15.success('A later release'),
  e15.outcome(
    'past-release',
    'A release in the past',
    having({ releaseTime: '2026-01-15 10:00:00' }),
  ),
  e15.refused('wrongFormat', 'A date without a time', having({ releaseTime: '2026-12-24' })),
  e15.refused(
    'unknownMarketingTask',
    'A task that does not exist',
    having({
      creativeId: NOWHERE,
    }),
  ),
  e15.refused('unknownMarketingPlan', 'A plan that does not exist', having({ planId: NOWHERE })),
  e15.refused(
    'unknownContentGroup',
    'A content group that does not exist',
    having({ contentGroupId: NOWHERE }),
  ),
  e15.refusedToViewer(),

  e18.success('A pack'),
  e18.refused('unknownCrowdPack', UNKNOWN_PACK, having({ id: NOWHERE })),
  e18.refusedToViewer(),

  e19.success('A result that was liked'),
  e19.refused('wrongType', 'A like as text', having({ likeType: '1' })),
  e19.refused('missingField', 'Without the search', without('uuid')),
]
