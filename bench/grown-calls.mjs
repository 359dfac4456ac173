// The calls whose time must not grow with the data, for a folder that `grown-folder.mjs` filled.
import { GROWN } from './grown-folder.mjs'

const range = (count, make) => Array.from({ length: count }, (_, index) => make(index))

const standard = (path, param, user = 'owner@example.com') => ({
  path,
  user,
  body: { param },
})

const asPortal = (path, body) => ({ path, user: 'owner@example.com', body })

const ALL_TASKS = { createTimeForm: 1_577_836_800_000, category: 'APPROVAL', page: 1 }
const FIRST_PAGE = {
  keywordList: [],
  scope: 0,
  sortBy: { field: 'createTime', sort: 'desc' },
  page: 1,
  pageSize: 20,
}

/** The 20 assets of a call, spread over the whole table; other ones in each of 50 rounds. */
const spread = (size, round = 0) =>
  range(20, (index) => GROWN.asset + 1 + Math.floor((index * size) / 20) + (round % 50))

/** Paths of 20 groups of the first archive, which every size has at least. */
const GROUP_PATHS = range(20, (index) => `GROWN-0/${index + 2}`)

/** The calls of a size by name, each a function of its round; every E22 adds assets that were not there. */
export const readCalls = (size, context) => ({
  ...Object.fromEntries(
    Object.entries(sameCalls(size, context)).map(([name, call]) => [name, () => call]),
  ),
  'E22 20 ids': (round) =>
    standard(context.paths.E22, {
      collectionId: GROWN.collection + 1 + Math.floor(round / 50),
      assetIds: spread(size, round),
    }),
})

const sameCalls = (size, { ids, paths }) => ({
  'E1 first page': standard(paths.E1, { ...FIRST_PAGE, parentGroupId: 0 }),
  'E1 of an editor': standard(paths.E1, FIRST_PAGE, 'editor@example.com'),
  'E1 by name': standard(paths.E1, { ...FIRST_PAGE, keywordList: ['Collection 9'] }),
  'E1 by name of an editor': standard(
    paths.E1,
    { ...FIRST_PAGE, keywordList: ['Collection 9'] },
    'editor@example.com',
  ),
  'E1 by changes': standard(paths.E1, { ...FIRST_PAGE, sortBy: { field: 'updateTime' } }),
  'E1 by items': standard(paths.E1, { ...FIRST_PAGE, sortBy: { field: 'itemCount' } }),
  'E4 20 ids': standard(paths.E4, { assetIdList: spread(size) }),
  'E5 first page': standard(paths.E5, { ...ALL_TASKS, finished: false }),
  'E5 of half the tasks': standard(paths.E5, {
    ...ALL_TASKS,
    createTimeForm: GROWN.firstTaskMs + (size / 2) * GROWN.taskMs,
    finished: false,
  }),
  'E6 first page': asPortal(paths.E6, { blockId: GROWN.blockId, pageNum: 1, pageSize: 20 }),
  'E6 by text': asPortal(paths.E6, {
    blockId: GROWN.blockId,
    pageNum: 1,
    pageSize: 20,
    searchText: 'content 99',
  }),
  'E6 by tag': asPortal(paths.E6, {
    blockId: GROWN.blockId,
    pageNum: 1,
    pageSize: 20,
    filterConditionList: [{ type: 1, code: 'tags', value: ['grown-3'] }],
  }),
  'E8 20 ids': standard(paths.E8, { userIds: range(20, (index) => ids.users.owner.id + index) }),
  'E17 20 paths': standard(paths.E17, { groupPath: GROUP_PATHS }),
})

const packOf = ({ crowdPack }) => ({ source: crowdPack.source, corpId: crowdPack.corpId })

/** One call that adds so many members to the demo's pack, different ones at every round. */
export const insertCall = ({ ids, paths }, count, round) =>
  standard(paths.E7, {
    ...packOf(ids),
    crowdPackId: ids.crowdPack.id,
    crowdList: range(count, (index) => ({
      crowdUniqueSign: `${((index * 2_654_435_761) % 4_294_967_296).toString(16)}-${round}-${index}`,
    })),
    selfAgent: 0,
    completeStatus: true,
  })

/** The call that lists every member of the grown pack. */
export const listCall = ({ ids, paths }) =>
  standard(paths.E10, { ...packOf(ids), crowdPackId: GROWN.packId, selfAgent: 0 })
