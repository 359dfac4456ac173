import { type Example, examplesOf, having, without } from './example.ts'

/** An id that nothing has in a built-in seed. */
export const NOWHERE = 999_999_999

const e1 = examplesOf('E1')
const e4 = examplesOf('E4')
const e9 = examplesOf('E9')
const e13 = examplesOf('E13')
const e16 = examplesOf('E16')
const e17 = examplesOf('E17')
const e20 = examplesOf('E20')
const e21 = examplesOf('E21')
const e22 = examplesOf('E22')

/** Examples of the operations about the library: collections, assets, uploads, approvals, the archive and metadata. */
export const LIBRARY_EXAMPLES: readonly Example[] = [
  e1.success('The newest collection, one on a page', having({ pageSize: 1 })),
  e1.refused(
    'notAllowed',
    'A direction that is not known',
    having({ sortBy: { field: 'createTime', sort: 'newest' } }),
  ),
  e1.refused('wrongType', 'A number as text', having({ page: '1' })),

  e4.success('One asset', (_, { assets }) => ({ assetIdList: assets.ids.slice(0, 1) })),
  e4.refused('missingField', 'Without the ids', without('assetIdList')),
  e4.refused('wrongType', 'Ids as texts', having({ assetIdList: ['100001'] })),

  examplesOf('E5').success('Tasks in progress', having({ createTimeForm: 1_767_225_600_000 })),
  examplesOf('E5').refused(
    'missingField',
    'The corrected name `createTimeFrom`; the field is spelled `createTimeForm`',
    ({ createTimeForm, ...others }) => ({ createTimeFrom: createTimeForm, ...others }),
  ),
  examplesOf('E5').refused('outOfRange', 'A page before the first', having({ page: 0 })),

  e9.success('Two assets, two tasks'),
  e9.refused(
    'unknownProcessDefinition',
    'A process definition that does not exist',
    having({
      processDefinitionId: NOWHERE,
    }),
  ),
  e9.refused('unknownObject', 'An asset that does not exist', having({ objects: [NOWHERE] })),
  e9.refused('noTask', 'No task has an assignee', having({ assignees: {} })),
  e9.refusedToViewer(),

  e13.success('All parts have arrived'),
  e13.refused('unknownUpload', 'An upload that was never begun', having({ uploadId: 'none' })),
  e13.refused('wrongParts', 'A part is not listed', (param) => ({
    ...param,
    partETags: (param.partETags as unknown[]).slice(1),
  })),

  e16.success('One file'),
  e16.refused('missingField', 'Without the size', () => ({
    fileList: [{ path: 'upload/a.png', name: 'a.png', type: 'image/png' }],
  })),
  e16.refusedToViewer(),

  e17.success('Two groups'),
  e17.refused('wrongType', 'A text in place of a list', ({ groupPath }) => ({
    groupPath: (groupPath as unknown[])[0],
  })),
  e17.refused('missingField', 'Without the paths', without('groupPath')),

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
  e21.refused('missingField', 'Without the ids', without('assetIdList')),
  e21.refusedToViewer(),

  e22.success('Two assets'),
  e22.refused(
    'noPermission',
    'A collection that the acting user may not add to; the only refusal that the document shows',
    (param, { collections }) => ({ ...param, collectionId: collections.forbidden.id }),
  ),
  e22.refused(
    'unknownCollection',
    'A collection that does not exist',
    having({ collectionId: NOWHERE }),
  ),
  e22.refused('unknownAsset', 'An asset that does not exist', having({ assetIds: [NOWHERE] })),
]
