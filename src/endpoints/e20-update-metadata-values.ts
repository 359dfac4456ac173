import { Type } from '@sinclair/typebox'
import { EmptyAnswer } from '../contract/envelope.ts'
import { example } from '../contract/example.ts'
import { shown } from '../contract/known-field.ts'
import { MetadataValue } from '../contract/resources/marketing-shapes.ts'
import { field, ListOf } from '../contract/resources/primitives.ts'
import { updateValues } from '../domain/metadata/update-values.ts'
import { defineEndpoint } from '../http/define-endpoint.ts'
import { LIMITS } from '../kernel/limits.ts'

export default defineEndpoint({
  id: 'E20',
  summary: 'Update metadata field values',
  summaryInChinese: '更新元数据字段值',
  tag: 'Metadata',
  description: 'Renames values of a metadata field, all or nothing.',
  path: '/open-api/standard/v1/metadata/value/update',
  shape: 'empty',
  access: 'write',
  param: Type.Object({
    attrCode: field.nonEmptyText('Code of the metadata field.', 'A-20-2'),
    attrValueList: shown(
      ListOf(MetadataValue, LIMITS.metadataValues),
      'Values to rename; of a code named twice the last name counts.',
      'A-20-2',
    ),
  }),
  result: shown(EmptyAnswer, 'The whole body: an empty object.', 'A-20-1'),
  refuses: ['unknownMetadataField', 'unknownMetadataValue'],
  assumes: ['A-20-1', 'A-20-2', 'A-metadata-1'],
  sample: ({ metadata }) => ({
    attrCode: metadata.attrCode,
    attrValueList: metadata.values.slice(0, 2),
  }),
  examples: [
    example('success', 'Two values'),
    example('unknownMetadataField', 'A field that does not exist', { attrCode: 'none' }),
    example('unknownMetadataValue', 'A value that does not exist', {
      attrValueList: [{ attrValueName: 'New name', attrValueCode: 'none' }],
    }),
  ],
  handle: (call) => updateValues(call, call.param.attrCode, call.param.attrValueList),
})
