import { useLoaded } from '../../api/loaded.ts'
import { goTo, route } from '../../api/place.ts'
import { choices, SelectField } from '../../parts/form.tsx'
import { Page, Shown } from '../../parts/panel.tsx'
import { operationName, t } from '../../texts/words.ts'
import { TriedCall } from './tried-call.tsx'
import { readTryData } from './try-document.ts'
import './try.css'

/** The view Try: any operation with a form made of its schema, as any user. */
export default function TryView() {
  const loaded = useLoaded(readTryData, [], { isLive: false })
  const [wanted] = route.value.rest
  return (
    <Page
      title="Try"
      lead="Call any operation as any user. The call is recorded like that of any client."
    >
      <Shown loaded={loaded}>
        {({ operations, users }) => {
          const operation = operations.find(({ id }) => id === wanted) ?? operations[0]
          if (!operation) return null
          const ids = operations.map(({ id }) => id)
          return (
            <>
              <SelectField
                name={t('Operation')}
                schema={{ oneOf: choices(ids, (id) => `${id} · ${operationName(id)}`) }}
                value={operation.id}
                onChange={(id) => goTo('try', String(id))}
              />
              <TriedCall key={operation.id} operation={operation} users={users} />
            </>
          )
        }}
      </Shown>
    </Page>
  )
}
