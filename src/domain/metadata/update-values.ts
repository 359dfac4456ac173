import { and, eq, sql } from 'drizzle-orm'
import type { MetadataValue } from '../../contract/requests/metadata-value.ts'
import { prepared, type Store } from '../../db/store.ts'
import { metadataFields, metadataValues } from '../../db/tables/workspace/metadata.ts'
import { refuse } from '../../errors/refusals.ts'
import type { ServiceContext } from '../call.ts'

const fieldByCode = prepared((store) =>
  store.orm
    .select({ code: metadataFields.code })
    .from(metadataFields)
    .where(eq(metadataFields.code, sql.placeholder('code')))
    .prepare(),
)

const renameValue = prepared((store) =>
  store.orm
    .update(metadataValues)
    .set({ name: sql`${sql.placeholder('name')}`, updatedAtMs: sql`${sql.placeholder('nowMs')}` })
    .where(
      and(
        eq(metadataValues.fieldCode, sql.placeholder('field')),
        eq(metadataValues.code, sql.placeholder('code')),
      ),
    )
    .prepare(),
)

/** Renames values of a metadata field, all or none (E20). */
export const updateValues = (
  call: ServiceContext,
  attrCode: string,
  values: readonly MetadataValue[],
): Record<string, never> => {
  const { store, nowMs } = call
  // A value that is there has a field, so that most calls need not ask for it.
  if (values.length === 0) mustBeField(store, attrCode)
  for (const [index, { attrValueCode, attrValueName }] of values.entries()) {
    const { changes } = renameValue(store).run({
      field: attrCode,
      code: attrValueCode,
      name: attrValueName,
      nowMs,
    })
    if (changes > 0) continue
    mustBeField(store, attrCode)
    const place = `attrValueList[${index}].attrValueCode`
    if (call.variant('A-20-2') === 'all-or-nothing')
      throw refuse.unknownMetadataValue(place, attrValueCode)
    call.warn('unknown-passed-over', place)
  }
  return {}
}

const mustBeField = (store: Store, code: string): void => {
  if (!fieldByCode(store).get({ code })) throw refuse.unknownMetadataField('attrCode', code)
}
