import { useSignal } from '@preact/signals'
import { readFixtures } from '../../api/fixtures.ts'
import { callOperation } from '../../api/operations.ts'
import { Action } from '../../parts/action.tsx'
import { SelectField } from '../../parts/fields.tsx'
import { tell } from '../../parts/toasts.tsx'
import type { Collections } from './library-data.ts'
import { words } from './library-texts.ts'
import { collectionsIn } from './upload-choices.tsx'
import { uploadWords } from './upload-texts.ts'

/** Adds an asset to a collection by E22, as the user whose view is shown. */
export const AddToCollection = ({
  asset,
  as,
  collections,
}: {
  readonly asset: number
  /** E-mail address of the acting user; the owner of the application without it. */
  readonly as: string | undefined
  readonly collections: Collections | undefined
}) => {
  const text = words()
  const chosen = useSignal('')
  const add = async (): Promise<void> => {
    const collectionId = Number(chosen.value)
    const actor = as ?? (await readFixtures()).users?.owner?.email
    const param = { collectionId, assetIds: [asset] }
    await callOperation('E22', param, actor === undefined ? {} : { as: actor })
    tell(text.added(collections?.byId.get(collectionId)?.name ?? chosen.value))
  }
  return (
    <div class="row library-add">
      <SelectField
        label={uploadWords().addTo}
        value={chosen.value}
        options={collectionsIn(collections, chosen.value)}
        onChange={(value) => {
          chosen.value = value
        }}
      />
      <Action run={add} isDisabled={chosen.value === ''}>
        {text.addByE22}
      </Action>
    </div>
  )
}
