import type { Fault, JournalPage } from '#src/client/generated/control.ts'
import { control } from '../../api/control.ts'
import { linkTo, route } from '../../api/place.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { Action } from '../../parts/action.tsx'
import { Shown } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { FaultForm } from './fault-form.tsx'
import { FaultList } from './fault-list.tsx'
import type { LastCall } from './fault-row.tsx'
import './faults.css'
import { words } from './faults-texts.ts'

/** The calls that are looked through for the last one that each rule acted on. */
const LAST_CALLS = 200

/** The view Faults: the rules with their use, and the form that makes one, at `faults/new` with or without a rule. */
export default function FaultsView() {
  const text = words()
  const faults = useLoaded(readFaults, [])
  const [action, given] = route.value.rest
  return (
    <Page
      title={text.title}
      lead={text.lead}
      actions={
        <>
          {action !== 'new' && (
            <a class="button" href={linkTo('faults', 'new')}>
              {text.add}
            </a>
          )}
          <Action
            tone="danger"
            run={() => control('DELETE', '/faults')}
            confirm={text.clearQuestion}
            done={text.cleared}
            isDisabled={(faults.data?.rules.length ?? 0) === 0}
          >
            {text.clear}
          </Action>
        </>
      }
    >
      {action === 'new' && <FaultForm key={given ?? ''} given={given} />}
      <Shown loaded={faults} empty={text.empty} isEmpty={({ rules }) => rules.length === 0}>
        {({ rules, lastCalls }) => <FaultList faults={rules} lastCalls={lastCalls} />}
      </Shown>
    </Page>
  )
}

interface Rules {
  readonly rules: readonly Fault[]
  readonly lastCalls: ReadonlyMap<string, LastCall>
}

const readFaults = async (signal: AbortSignal): Promise<Rules> => {
  const [{ faults }, page] = await Promise.all([
    control<{ faults: Fault[] }>('GET', '/faults', { signal }),
    control<JournalPage>('GET', '/journal', { query: { last: LAST_CALLS }, signal }),
  ])
  const lastCalls = new Map<string, LastCall>()
  for (const { seq, operation, path, fault } of page.entries)
    for (const id of fault?.match(/\bf-\d+\b/g) ?? [])
      lastCalls.set(id, { seq, operation: operation ?? path })
  return { rules: faults, lastCalls }
}
