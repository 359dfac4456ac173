import { Type } from '@sinclair/typebox'
import { example } from '../contract/example.ts'
import { shown } from '../contract/known-field.ts'
import { AssetCollection, AssetCollectionQuery } from '../contract/resources/collection-shapes.ts'
import { ClosedObject, field } from '../contract/resources/primitives.ts'
import { searchCollections } from '../domain/collections/search-collections.ts'
import { defineEndpoint } from '../http/define-endpoint.ts'

/** True if a request specifies an order: a sort field other than the empty one, or a direction. */
const isSorted = ({ sortBy }: Readonly<Record<string, unknown>>): boolean => {
  const { field, sort } = Object(sortBy) as NonNullable<AssetCollectionQuery['sortBy']>
  return (field ?? 'default') !== 'default' || (sort ?? '') !== ''
}

export default defineEndpoint({
  id: 'E1',
  summary: 'Search asset collections',
  summaryInChinese: '搜索素材集',
  tag: 'Asset collections',
  description:
    'Searches the collections visible to the acting user by keyword, scope and parent; sorts and pages the results.',
  path: '/open-api/standard/v1/search-material-groups',
  access: 'read',
  lifecycle: 'upgraded',
  outcomes: {
    'empty-list': 'answered with an empty list',
    'further-page': 'answered with a page after the first',
  },
  param: AssetCollectionQuery,
  result: shown(
    ClosedObject({
      totalCount: field.count('Number of the collections found, on all pages.'),
      list: shown(
        Type.Array(AssetCollection),
        'The collections of the page.',
        'A-1-2',
        'A-visibility-1',
        'A-page-1',
      ),
    }),
    'A page of the collections found.',
  ),
  refuses: ['unknownCollection', 'notAllowed'],
  onlyWith: { unknownCollection: ['A-1-7.parent=refused'] },
  assumes: [
    'A-1-1',
    'A-1-2',
    'A-1-7',
    'A-1-4',
    'A-visibility-1',
    'A-1-6',
    'A-1-12',
    'A-17-2',
    'A-22-4',
    'A-page-1',
  ],
  variation: { ordered: { list: isSorted } },
  sample: () => ({
    keywordList: [],
    scope: 0,
    parentGroupId: 0,
    sortBy: { field: 'createTime', sort: 'desc' },
    page: 1,
    pageSize: 20,
  }),
  examples: [
    example('success', 'The newest collection, one on a page', { pageSize: 1 }),
    example('empty-list', 'No collection has the word', { keywordList: ['no such word'] }),
    example('further-page', 'The second page', { page: 2, pageSize: 1 }),
    example('notAllowed', 'A direction that is not known', {
      sortBy: { field: 'createTime', sort: 'newest' },
    }),
    example('wrongType', 'A number as text', { page: '1' }),
  ],
  handle: (call) => searchCollections(call, call.param),
})
