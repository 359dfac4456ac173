import { example, NOWHERE, withoutField } from '../contract/example.ts'
import { shown } from '../contract/known-field.ts'
import { PortalContentDetail, PortalContentSelection } from '../contract/resources/portal-shapes.ts'
import { getContent } from '../domain/portal/contents.ts'
import { defineEndpoint } from '../http/define-endpoint.ts'

export default defineEndpoint({
  id: 'E11',
  summary: 'Get single content detail',
  summaryInChinese: '获取单个内容详情',
  tag: 'Portal',
  description: 'Reads one published content with its texts, images and metadata values.',
  path: '/portal/open/block/getContent',
  surface: 'portal',
  access: 'read',
  lifecycle: 'not recommended',
  param: PortalContentSelection,
  result: shown(PortalContentDetail, 'The content with its details.', 'A-11-1'),
  refuses: ['unknownContent'],
  assumes: ['A-file-3', 'A-11-1', 'A-11-2', 'A-17-2', 'A-metadata-1', 'A-visibility-1', 'A-file-1'],
  sample: ({ portal }) => ({ id: portal.contentId, pictureParam: { width: 300, high: 200 } }),
  examples: [
    example('success', 'One content'),
    example('unknownContent', 'A content that does not exist', { id: NOWHERE }),
    withoutField('id', 'Without the id'),
  ],
  handle: (call) => getContent(call, call.param),
})
