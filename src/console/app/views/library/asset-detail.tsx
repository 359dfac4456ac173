import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { E4Result } from '#src/client/generated/interface.ts'
import { useLoaded } from '../../api/loaded.ts'
import { callOperation, readFixtures, readOperation } from '../../api/operations.ts'
import { Action, CopyButton, tell } from '../../parts/action.tsx'
import { SelectField } from '../../parts/form.tsx'
import { Panel, Shown } from '../../parts/panel.tsx'
import { words } from '../../texts/words.ts'
import { AccessTable } from './access-table.tsx'
import { AssetFacts } from './asset-facts.tsx'
import { type Collections, collectionChoices } from './library-data.ts'

/** An asset as E4 answers it to a user, and who sees it. */
export const AssetDetail = ({
  id,
  back,
  collections,
}: {
  id: number
  back: string
  collections: Collections | undefined
}) => {
  const text = words('library')
  const as = useSignal<string | undefined>(undefined)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [id])
  const loaded = useLoaded(
    (signal) => readOperation<E4Result>('E4', { assetIdList: [id] }, signal, as.value),
    [id, as.value],
  )
  const show = (email: string | undefined): void => {
    as.value = email
    heading.current?.scrollIntoView()
  }
  return (
    <section class="stack" aria-labelledby="library-asset">
      <div class="row">
        <a href={back}>← {text.back}</a>
      </div>
      <div class="row">
        <h2 id="library-asset" tabIndex={-1} ref={heading}>
          {loaded.data?.detail[0]?.subResList[0]?.name ?? text.asset}
        </h2>
        <span class="mono muted">{id}</span>
        <CopyButton label={text.copyId} text={() => String(id)} />
      </div>
      <p class="row">
        <span>
          {text.asUser} <strong>{as.value ?? text.theOwner}</strong>
        </span>
        {as.value !== undefined && (
          <button type="button" onClick={() => show(undefined)}>
            {text.asOwner}
          </button>
        )}
      </p>
      <Shown loaded={loaded} isEmpty={({ detail }) => detail.length === 0} empty={text.invisible}>
        {(answer) =>
          answer.detail.map((detail) => (
            <AssetFacts key={id} detail={detail}>
              <AddToCollection asset={id} as={as.value} collections={collections} />
            </AssetFacts>
          ))
        }
      </Shown>
      <Panel title={text.whoSees}>
        <AccessTable of="asset" id={id} onShowAs={show} />
      </Panel>
    </section>
  )
}

/** Adds an asset to a collection by E22, as the user whose view is shown. */
const AddToCollection = ({
  asset,
  as,
  collections,
}: {
  asset: number
  /** E-mail address of the acting user; the owner of the application without it. */
  as: string | undefined
  collections: Collections | undefined
}) => {
  const text = words('library')
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
        name={text.addTo}
        schema={{ oneOf: collectionChoices(collections, chosen.value) }}
        value={chosen.value}
        onChange={(value) => {
          chosen.value = String(value)
        }}
      />
      <Action run={add} isDisabled={chosen.value === ''}>
        {text.addByE22}
      </Action>
    </div>
  )
}
