import { goTo, route } from '../../api/place.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { SelectField } from '../../parts/fields.tsx'
import { Shown } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { operationName } from '../../texts/operation-names.ts'
import { TriedCall } from './tried-call.tsx'
import { readTryData, type TryData } from './try-document.ts'
import { words } from './try-texts.ts'
import './try.css'

/** The view Try: any operation with a form made of its schema, as any user. */
export default function TryView() {
  const text = words()
  const loaded = useLoaded(readTryData, [], { isLive: false })
  return (
    <Page title={text.title} lead={text.lead}>
      <Shown loaded={loaded}>{(data) => <Chosen data={data} />}</Shown>
    </Page>
  )
}

const Chosen = ({ data }: { readonly data: TryData }) => {
  const [wanted] = route.value.rest
  const operation = data.operations.find(({ id }) => id === wanted) ?? data.operations[0]
  if (!operation) return null
  return (
    <>
      <SelectField
        label={words().operation}
        value={operation.id}
        options={data.operations.map(({ id }) => ({
          value: id,
          text: `${id} · ${operationName(id)}`,
        }))}
        onChange={(id) => goTo('try', id)}
      />
      <TriedCall key={operation.id} operation={operation} users={data.users} />
    </>
  )
}
