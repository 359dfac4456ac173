import { Type } from '@sinclair/typebox'
import { again, example, NOWHERE, withoutField } from '../contract/example.ts'
import { shown } from '../contract/known-field.ts'
import { ClosedObject, Id, ListOf } from '../contract/resources/primitives.ts'
import { ingest } from '../domain/assets/ingest.ts'
import type { EndpointContext } from '../http/call-context.ts'
import { defineEndpoint } from '../http/define-endpoint.ts'
import { LIMITS } from '../kernel/limits.ts'
import { distinct } from '../kernel/lists.ts'

/** The atoms that faults keep from being ingested: ids, the first n of the request, or all of it. */
const failingAtoms = ({
  faults,
  param,
}: EndpointContext<{ assetIdList: readonly number[] }>): ReadonlySet<number> => {
  const ids = distinct(param.assetIdList)
  return new Set(
    faults.flatMap(({ effect: { failed = [] } }) => {
      if (failed === 'all') return ids
      return typeof failed === 'number' ? ids.slice(0, failed) : failed
    }),
  )
}

export default defineEndpoint({
  id: 'E21',
  summary: 'Ingest assets into the library',
  summaryInChinese: '素材入库',
  tag: 'Assets',
  description: 'Turns atoms into assets of the library; a repeated call returns the same assets.',
  path: '/open-api/standard/call/material2group',
  access: 'write',
  lifecycle: 'upgraded',
  hasUserHeader: true,
  outcomes: {
    'failed-list': 'answered with a failedList',
    'known-asset': 'answered for an atom that was ingested already',
  },
  param: Type.Object({
    assetIdList: shown(
      ListOf(Id, LIMITS.atomIds),
      'Ids of the atoms to ingest, each once.',
      'A-21-1',
      'A-id-1',
    ),
  }),
  result: shown(
    ClosedObject({
      successList: shown(
        Type.Array(Id),
        'Ids of the atoms that are assets now, in the order of the request.',
        'A-21-1',
      ),
      failedList: shown(Type.Array(Id), 'Ids that are not atoms.', 'A-21-1', 'A-id-1'),
      successMaterialIdList: shown(
        Type.Array(Id),
        'Ids of their assets, in the order of successList.',
        'A-21-1',
      ),
    }),
    'What became of each id.',
  ),
  assumes: ['A-4-5', 'A-4-7', 'A-9-5', 'A-21-1', 'A-auth-11', 'A-17-2', 'A-visibility-1', 'A-id-1'],
  variation: { parallel: ['successList', 'successMaterialIdList'] },
  sample: ({ atoms }) => ({ assetIdList: atoms.ids.slice(0, 2) }),
  examples: [
    example('success', 'Two atoms'),
    example('failed-list', 'An atom, and an id that no atom has', (_, { atoms }) => ({
      assetIdList: [atoms.ids[0], NOWHERE],
    })),
    again('E21', 'known-asset'),
    withoutField('assetIdList', 'Without the ids'),
  ],
  handle: (call) => ingest(call, call.param.assetIdList, failingAtoms(call)),
})
