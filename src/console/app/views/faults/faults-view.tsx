import type { Fault, JournalPage } from '#src/client/generated/control.ts'
import { control } from '../../api/control.ts'
import { useLoaded } from '../../api/loaded.ts'
import { linkTo, route } from '../../api/place.ts'
import { Action, ClearAction } from '../../parts/action.tsx'
import { Page, Shown } from '../../parts/panel.tsx'
import { Table } from '../../parts/table.tsx'
import { Badge } from '../../parts/text.tsx'
import { formatNumber } from '../../texts/language.ts'
import { words } from '../../texts/words.ts'
import { FaultForm } from './fault-form.tsx'
import { describeEffect, describeMatch } from './fault-sentences.ts'
import './faults.css'

/** The calls that are looked through for the last one that each rule acted on. */
const LAST_CALLS = 200

/** The rules that are shown at once; a workspace can have a thousand, and all are drawn again with each call. */
const PAGE = 100

/** A rule, and the last call that it acted on. */
interface UsedFault extends Fault {
  readonly last: { readonly seq: number; readonly operation: string } | undefined
}

/** The view Faults: the rules with their use, and the form that makes one, at `faults/new` with or without a rule. */
export default function FaultsView() {
  const text = words('faults')
  const loaded = useLoaded(readFaults)
  const [action, given] = route.value.rest
  return (
    <Page
      view="faults"
      actions={
        <>
          {action !== 'new' && (
            <a class="button" href={linkTo('faults', 'new')}>
              {text.add}
            </a>
          )}
          <ClearAction
            view="faults"
            path="/faults"
            tone="danger"
            isDisabled={!loaded.data?.length}
          />
        </>
      }
    >
      {action === 'new' && <FaultForm key={given ?? ''} given={given} />}
      <Shown loaded={loaded} empty={text.empty}>
        {(rows) => (
          <div class="faults-rules">
            <Table
              isScrolled
              label={text.rules}
              page={PAGE}
              rows={rows}
              keyOf={({ id }) => id}
              columns={[
                { name: text.id, isHead: true, of: ({ id }) => <code>{id}</code> },
                { name: text.matches, class: 'faults-words', of: describeMatch },
                { name: text.effect, class: 'faults-words', of: describeEffect },
                { name: text.seen, class: 'number', of: ({ seen }) => formatNumber(seen) },
                { name: text.used, of: useOf },
                { name: text.last, of: lastCallOf },
                { name: null, of: (fault) => <RowActions fault={fault} /> },
              ]}
            />
          </div>
        )}
      </Shown>
    </Page>
  )
}

const readFaults = async (signal: AbortSignal): Promise<UsedFault[]> => {
  const [{ faults }, page] = await Promise.all([
    control<{ faults: Fault[] }>('GET', '/faults', { signal }),
    control<JournalPage>('GET', '/journal', { query: { last: LAST_CALLS }, signal }),
  ])
  const lastCalls = new Map<string, UsedFault['last']>()
  for (const { seq, operation, path, fault } of page.entries)
    for (const id of fault?.match(/\bf-\d+\b/g) ?? [])
      lastCalls.set(id, { seq, operation: operation ?? path })
  return faults.map((fault) => ({ ...fault, last: lastCalls.get(fault.id) }))
}

const useOf = ({ used, times }: UsedFault) => {
  const text = words('faults')
  const count = text.usedOf(
    formatNumber(used),
    times === 'always' ? text.always : formatNumber(times),
  )
  const isSpent = used === times
  return (
    <span class="row">
      <span class="faults-count">{count}</span>
      <Badge tone={used === 0 ? 'plain' : isSpent ? 'good' : 'accent'}>
        {used === 0 ? text.waiting : isSpent ? text.spent : text.acting}
      </Badge>
    </span>
  )
}

const lastCallOf = ({ last, used }: UsedFault) => {
  const { callOf, never } = words('faults')
  if (!last || used === 0) return <span class="muted">{never}</span>
  return (
    <a href={linkTo('calls', last.seq)}>
      {last.operation} · {callOf(formatNumber(last.seq))}
    </a>
  )
}

const RowActions = ({
  fault: { id, match, phase, effect, probability, times },
}: {
  fault: Fault
}) => {
  const text = words('faults')
  const template = { match, phase, effect, probability, times: times === 1 ? undefined : times }
  return (
    <span class="row faults-actions">
      <a
        class="button"
        href={linkTo('faults', 'new', JSON.stringify(template))}
        aria-label={text.copyOf(id)}
      >
        {text.copy}
      </a>
      <Action
        label={text.removeOf(id)}
        tone="danger"
        run={() => control('DELETE', `/faults/${encodeURIComponent(id)}`)}
        done={text.removed(id)}
      >
        {text.remove}
      </Action>
    </span>
  )
}
