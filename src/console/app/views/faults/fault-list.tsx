import { useSignal } from '@preact/signals'
import type { Fault } from '#src/client/generated/control.ts'
import { TableHead } from '../../parts/table-head.tsx'
import { formatNumber } from '../../texts/language.ts'
import { FaultRow, type LastCall } from './fault-row.tsx'
import { words } from './faults-texts.ts'

interface FaultListProps {
  readonly faults: readonly Fault[]
  readonly lastCalls: ReadonlyMap<string, LastCall>
}

/** The rules that are shown at once; a workspace can have a thousand, and all are drawn again with each call. */
const PAGE = 100

/** The rules with their use, which counts up while calls come in. */
export const FaultList = ({ faults, lastCalls }: FaultListProps) => {
  const text = words()
  const shown = useSignal(PAGE)
  const hidden = faults.length - shown.value
  return (
    <>
      <FaultTable faults={faults.slice(0, shown.value)} lastCalls={lastCalls} />
      {hidden > 0 && (
        <div class="row">
          <button
            type="button"
            onClick={() => {
              shown.value += PAGE
            }}
          >
            {text.more(formatNumber(hidden))}
          </button>
        </div>
      )}
    </>
  )
}

const FaultTable = ({ faults, lastCalls }: FaultListProps) => {
  const text = words()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reached with the keyboard
    <section class="scroll faults-rules" tabIndex={0} aria-label={text.rules}>
      <table>
        <TableHead
          columns={[
            text.id,
            text.matches,
            text.does,
            { number: text.seen },
            text.used,
            text.last,
            null,
          ]}
        />
        <tbody>
          {faults.map((fault) => (
            <FaultRow key={fault.id} fault={fault} last={lastCalls.get(fault.id)} />
          ))}
        </tbody>
      </table>
    </section>
  )
}
