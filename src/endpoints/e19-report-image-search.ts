import { example, withoutField } from '../contract/example.ts'
import { field } from '../contract/resources/primitives.ts'
import { ImageSearchReport } from '../contract/resources/report-shapes.ts'
import { saveReport } from '../domain/image-search/save-report.ts'
import { defineEndpoint } from '../http/define-endpoint.ts'

export default defineEndpoint({
  id: 'E19',
  summary: 'Report image-search effect',
  summaryInChinese: '上报以图搜图效果',
  tag: 'Reports',
  description: "Records a user's feedback on an image search result.",
  path: '/open-api/standard/v1/submitQueryResult',
  shape: 'bare',
  access: 'report',
  fromPages: true,
  hasBodyToken: false,
  param: ImageSearchReport,
  result: field.flag('The whole body: true, the report is stored.'),
  refuses: ['unknownAsset'],
  onlyWith: { unknownAsset: ['A-19-1=assets'] },
  assumes: ['A-19-1'],
  sample: ({ imageSearch }) => ({
    libraryType: imageSearch.libraryType,
    clientId: 'client',
    uuid: 'b9e7c1a2',
    operateType: 'all',
    contentId: imageSearch.contentId,
    likeType: 1,
  }),
  examples: [
    example('success', 'A result that was liked'),
    example('wrongType', 'A like as text', { likeType: '1' }),
    withoutField('uuid', 'Without the search'),
  ],
  handle: (call) => saveReport(call, call.param),
})
