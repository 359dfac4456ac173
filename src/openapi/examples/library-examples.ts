import { type Example, examplesOf, having, without } from './example.ts'

/** An id that nothing has in a built-in seed. */
export const NOWHERE = 999_999_999

const e1 = examplesOf('E1')
const e4 = examplesOf('E4')
const e5 = examplesOf('E5')
const e9 = examplesOf('E9')
const e13 = examplesOf('E13')
const e16 = examplesOf('E16')
const e17 = examplesOf('E17')
const e20 = examplesOf('E20')
const e21 = examplesOf('E21')
const e22 = examplesOf('E22')

const merged = e13.success('All parts have arrived')

/** Examples of the operations about the library: collections, assets, uploads, approvals, the archive and metadata. */
export const LIBRARY_EXAMPLES: readonly Example[] = [
  e1.success('The newest collection, one on a page', having({ pageSize: 1 })),
  e1.outcome('empty-list', 'No collection has the word', having({ keywordList: ['no such word'] })),
  e1.outcome('further-page', 'The second page', having({ page: 2, pageSize: 1 })),
  e1.refused(
    'notAllowed',
    'A direction that is not known',
    having({ sortBy: { field: 'createTime', sort: 'newest' } }),
  ),
  e1.refused('wrongType', 'A number as text', having({ page: '1' })),

  e4.success('One asset', (_, { assets }) => ({ assetIdList: assets.ids.slice(0, 1) })),
  e4.outcome('left-out', 'Only an asset that does not exist', having({ assetIdList: [NOWHERE] })),
  e4.refused('missingField', 'Without the ids', without('assetIdList')),
  e4.refused('wrongType', 'Ids as texts', having({ assetIdList: ['100001'] })),

  e5.success('Tasks in progress', having({ createTimeForm: 1_790_000_000_000 })),
  e5.outcome(
    'ended-task',
    'Tasks that have ended',
    having({ createTimeForm: 1_779_650_000_000, finished: true }),
  ),
  e5.outcome(
    'empty-list',
    'Nothing was begun since',
    having({ createTimeForm: 1_893_456_000_000 }),
  ),
  e5.outcome('further-page', 'The second page', ({ finished: _, ...others }) => ({
    ...others,
    createTimeForm: 1_774_325_280_892,
    page: 2,
  })),
  e5.refused(
    'missingField',
    'The corrected name `createTimeFrom`; the field is spelled `createTimeForm`',
    ({ createTimeForm, ...others }) => ({ createTimeFrom: createTimeForm, ...others }),
  ),
  e5.refused('outOfRange', 'A page before the first', having({ page: 0 })),

  e9.success('Two assets, one task', ({ assignees, ...others }) => {
    const { task2: _, ...tasks } = assignees as Record<string, unknown>
    return { ...others, assignees: tasks }
  }),
  e9.outcome('waiting-task', 'Two tasks, the second of which waits for the first'),
  e9.refused(
    'unknownProcessDefinition',
    'A process definition that does not exist',
    having({
      processDefinitionId: NOWHERE,
    }),
  ),
  e9.refused('unknownObject', 'An asset that does not exist', having({ objects: [NOWHERE] })),
  e9.refused(
    'otherProcessCategory',
    'A process definition for something else',
    having({ processDefinitionId: 82 }),
  ),
  e9.refused('unknownUser', 'A submitter that does not exist', having({ submitter: NOWHERE })),
  e9.refused('noTask', 'No task has an assignee', having({ assignees: {} })),
  e9.refused(
    'outOfRange',
    'A number that JavaScript does not hold exactly',
    having({ variables: { amount: 1e20 } }),
  ),
  e9.refusedToViewer(),

  merged,
  e13.again('completed-upload', 'The same request, sent again'),
  e13.refused('unknownUpload', 'An upload that was never begun', having({ uploadId: 'none' })),
  e13.refused(
    'wrongUploadPath',
    'The path of another upload',
    having({ filePath: 'upload/other.jpg' }),
  ),
  e13.refused('wrongParts', 'A part is not listed', (param) => ({
    ...param,
    partETags: (param.partETags as unknown[]).slice(1),
  })),

  {
    ...e16.success('The file of a merged upload', (_, { upload }) => ({
      fileList: [{ path: upload.filePath, name: 'hero.jpg', type: 'image/jpeg' }],
    })),
    after: merged,
  },
  e16.outcome('never-uploaded', 'A path without an upload; the atom has the declared facts'),
  {
    ...e16.refused('wrongSize', 'Another size than that of the merged upload', (_, { upload }) => ({
      fileList: [{ path: upload.filePath, name: 'hero.jpg', type: 'image/jpeg', size: 1 }],
    })),
    after: merged,
  },
  e16.refused('missingField', 'Without the path', () => ({
    fileList: [{ name: 'a.png', size: 12, type: 'image/png' }],
  })),
  e16.refusedToViewer(),

  e17.success('Two groups'),
  e17.outcome('left-out', 'A group, and a path that no group has', (_, { archive }) => ({
    groupPath: [archive.groupPaths[0], 'NO/SUCH-GROUP'],
  })),
  e17.outcome('empty-list', 'No group has the path', having({ groupPath: ['NO/SUCH-GROUP'] })),
  e17.refused('wrongType', 'A text in place of a list', ({ groupPath }) => ({
    groupPath: (groupPath as unknown[])[0],
  })),
  e17.refusedToNobody(),

  e20.success('Two values'),
  e20.refused('unknownMetadataField', 'A field that does not exist', having({ attrCode: 'none' })),
  e20.refused(
    'unknownMetadataValue',
    'A value that does not exist',
    having({
      attrValueList: [{ attrValueName: 'New name', attrValueCode: 'none' }],
    }),
  ),
  e20.refusedToViewer(),

  e21.success('Two atoms'),
  e21.outcome('failed-list', 'An atom, and an id that no atom has', (_, { atoms }) => ({
    assetIdList: [atoms.ids[0], NOWHERE],
  })),
  e21.again('known-asset', 'The same request, sent again'),
  e21.refused('missingField', 'Without the ids', without('assetIdList')),
  e21.refusedToViewer(),

  e22.success('Two assets'),
  e22.again('known-asset', 'The same request, sent again'),
  {
    ...e22.refused(
      'noPermission',
      'A collection that the acting user may not add to; the only refusal that the document shows',
      (param, { collections }) => ({ ...param, collectionId: collections.forbidden.id }),
    ),
    as: ({ users }) => users.viewer.email,
  },
  e22.refused(
    'unknownCollection',
    'A collection that does not exist',
    having({ collectionId: NOWHERE }),
  ),
  e22.refused('unknownAsset', 'An asset that does not exist', having({ assetIds: [NOWHERE] })),
  e22.refused('atomForAsset', 'An atom, of which E21 makes an asset', (param, { atoms }) => ({
    ...param,
    assetIds: atoms.ids.slice(2, 3),
  })),
]
