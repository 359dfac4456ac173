import { example, NOWHERE, withoutField } from '../contract/example.ts'
import { shown } from '../contract/known-field.ts'
import { PortalContent, PortalContentQuery } from '../contract/resources/portal-shapes.ts'
import { PageOf } from '../contract/resources/primitives.ts'
import { searchContents } from '../domain/portal/contents.ts'
import { defineEndpoint } from '../http/define-endpoint.ts'

export default defineEndpoint({
  id: 'E6',
  summary: 'Search content in a block',
  summaryInChinese: '搜索版块内容',
  tag: 'Portal',
  description:
    'Searches the published contents of a portal block by text, tags and metadata values.',
  path: '/portal/open/block/search',
  surface: 'portal',
  access: 'read',
  lifecycle: 'not recommended',
  outcomes: {
    'empty-list': 'answered with an empty list',
    'further-page': 'answered with a page after the first',
  },
  param: PortalContentQuery,
  result: shown(
    PageOf(PortalContent),
    'A page of the contents found, newest publication first.',
    'A-6-1',
    'A-11-1',
  ),
  refuses: ['unknownBlock'],
  assumes: [
    'A-6-1',
    'A-6-2',
    'A-file-3',
    'A-6-4',
    'A-6-6',
    'A-11-1',
    'A-11-2',
    'A-17-2',
    'A-metadata-1',
    'A-visibility-1',
    'A-page-1',
    'A-file-1',
  ],
  sample: ({ portal }) => ({
    blockId: portal.blockId,
    pageNum: 1,
    pageSize: 20,
    searchText: '',
    filterConditionList: [{ type: 1, code: 'tags', value: [portal.tag] }],
    pictureParam: { width: 300, high: 200 },
  }),
  examples: [
    example('success', 'One content on a page', { pageSize: 1 }),
    example('empty-list', 'No content has the text', { searchText: 'no such text' }),
    example('further-page', 'The second page', { pageNum: 2, pageSize: 1 }),
    example('unknownBlock', 'A block that does not exist', { blockId: NOWHERE }),
    withoutField('blockId', 'Without the block'),
  ],
  handle: (call) => searchContents(call, call.param),
})
