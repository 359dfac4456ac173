import { refuse } from '../../contract/errors/refusals.ts'
import type { MetadataValue } from '../../contract/resources/marketing-shapes.ts'
import { distinct } from '../../kernel/lists.ts'
import type { Store } from '../../store/db/store.ts'
import type { ServiceContext } from '../call.ts'

const RENAME_VALUE =
  'UPDATE metadata_values SET name = ?, updated_at_ms = ? WHERE field_code = ? AND code = ?'

export const updateValues = (
  call: ServiceContext,
  attrCode: string,
  values: readonly MetadataValue[],
): Record<string, never> => {
  const { store, nowMs } = call
  // A value that is there has a field, so that most calls need not ask for it.
  if (values.length === 0) {
    mustBeField(store, attrCode)
    call.warn('empty-list', 'attrValueList')
  }
  warnOfRepeated(call, values)
  const unknown = new Map<string, string>()
  for (const [index, { attrValueCode, attrValueName }] of values.entries()) {
    const { changes } = store.run(RENAME_VALUE, attrValueName, nowMs, attrCode, attrValueCode)
    if (changes === 0) unknown.set(`attrValueList[${index}].attrValueCode`, attrValueCode)
  }
  const [first] = unknown.keys()
  if (first === undefined) return {}
  mustBeField(store, attrCode)
  if (call.variant('A-20-2') === 'all-or-nothing')
    throw refuse.unknownMetadataValue(first, distinct([...unknown.values()]))
  for (const place of unknown.keys()) call.warn('unknown-passed-over', place)
  return {}
}

/** Warns of a code with several names, of which the last one counts. */
const warnOfRepeated = (call: ServiceContext, values: readonly MetadataValue[]): void => {
  const names = new Map<string, string>()
  for (const [index, { attrValueCode, attrValueName }] of values.entries()) {
    const before = names.get(attrValueCode)
    if (before !== undefined && before !== attrValueName)
      call.warn('repeated-value', `attrValueList[${index}].attrValueCode`)
    names.set(attrValueCode, attrValueName)
  }
}

const mustBeField = (store: Store, code: string): void => {
  if (store.value<number>('SELECT 1 FROM metadata_fields WHERE code = ?', code) === undefined)
    throw refuse.unknownMetadataField('attrCode', code)
}
