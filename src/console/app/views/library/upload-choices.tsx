import type { Signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { readFixtures } from '../../api/fixtures.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { SelectField, setterOf } from '../../parts/fields.tsx'
import type { Collections } from './library-data.ts'
import { uploadWords } from './upload-texts.ts'

/** More choices than this are no help; the rest is found in the tree. */
const MAX_CHOICES = 500

/** What a person chooses for the next files; empty for none. */
export interface UploadChoices {
  /** E-mail address of the acting user. */
  readonly as: Signal<string>
  /** E-mail address of the user who has to approve; E21 ingests at once without it. */
  readonly approver: Signal<string>
  /** Id of the collection; undefined for the one that is shown. */
  readonly collection: Signal<string | undefined>
}

/** The acting user of the next uploads, the way they get into the library, and their collection. */
export const UploadFields = ({
  choices: { as, approver, collection },
  collections,
  selected,
}: {
  readonly choices: UploadChoices
  readonly collections: Collections | undefined
  readonly selected: string
}) => {
  const text = uploadWords()
  const { data } = useLoaded(() => readFixtures(), [], { isLive: false })
  const owner = data?.users?.owner?.email
  // Uploads that name no acting user would have findings.
  useEffect(() => {
    if (as.value === '' && owner !== undefined) as.value = owner
  }, [owner])
  const emails = Object.values(data?.users ?? {}).map(({ email }) => email)
  const people = emails.map((email) => ({ value: email, text: email }))
  return (
    <>
      <SelectField
        label={text.uploadAs}
        value={as.value}
        options={[{ value: '', text: text.owner }, ...people]}
        onChange={setterOf(as)}
      />
      {data?.approval && (
        <SelectField
          label={text.ingest}
          value={approver.value}
          options={[
            { value: '', text: text.atOnce },
            ...emails.map((email) => ({ value: email, text: text.approvedBy(email) })),
          ]}
          onChange={setterOf(approver)}
        />
      )}
      {approver.value === '' && (
        <SelectField
          label={text.addTo}
          value={collection.value ?? selected}
          options={collectionsIn(collections, collection.value ?? selected)}
          onChange={setterOf(collection)}
        />
      )}
    </>
  )
}

/** The choices of a collection: none, those of the tree, and one that is chosen beyond them. */
export const collectionsIn = (collections: Collections | undefined, chosen: string) => {
  const first = collections?.list.slice(0, MAX_CHOICES) ?? []
  const known = collections?.byId.get(Number(chosen))
  const shown = known && !first.includes(known) ? [known, ...first] : first
  return [
    { value: '', text: uploadWords().noCollection },
    ...shown.map(({ id, name }) => ({ value: String(id), text: `${name} · ${id}` })),
  ]
}
