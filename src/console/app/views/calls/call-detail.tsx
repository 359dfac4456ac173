import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { ControlError } from '#src/client/errors.ts'
import type { JournalDetail } from '#src/client/generated/control.ts'
import { control } from '../../api/control.ts'
import { linkTo } from '../../api/place.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Notice, Shown } from '../../parts/notice.tsx'
import { operationName } from '../../texts/operation-names.ts'
import { CallAssumptions } from './call-assumptions.tsx'
import { curlOf, faultRuleOf } from './call-copies.ts'
import { detailWords } from './call-detail-texts.ts'
import { CallFacts } from './call-facts.tsx'
import { isRefused, linkToCall, openCall } from './call-filter.ts'
import { CallFindings } from './call-findings.tsx'
import type { CallList } from './call-list.ts'
import { Outcome } from './call-row.tsx'
import { CallSides } from './call-sides.tsx'

/** A call with request and answer, and all that explains the answer. Escape closes it. */
export const CallDetail = ({ seq, list }: { readonly seq: number; readonly list: CallList }) => {
  const { heading, close, newer, older, gone } = detailWords()
  const title = useRef<HTMLHeadingElement>(null)
  // The numbers begin again when the journal is cleared.
  const loaded = useLoaded(
    (signal) => control<JournalDetail>('GET', `/journal/${seq}`, { signal }),
    [seq, list.generation.value],
    { isLive: false },
  )
  useEffect(() => title.current?.focus({ preventScroll: true }), [])
  const isGone = loaded.error instanceof ControlError && loaded.error.status === 404
  const newest = list.calls.value.at(-1)?.seq ?? 0
  return (
    <section
      class="panel calls-detail"
      aria-labelledby="call-title"
      onKeyDown={({ key }) => key === 'Escape' && openCall(undefined)}
    >
      <header class="row">
        <h2 id="call-title" ref={title} tabIndex={-1}>
          {heading(seq)}
        </h2>
        <Summary call={loaded.data} />
        <span class="row at-end">
          {seq < newest && <a href={linkToCall(seq + 1)}>{newer}</a>}
          {seq > 1 && <a href={linkToCall(seq - 1)}>{older}</a>}
          <a href={linkToCall(undefined)}>{close}</a>
        </span>
      </header>
      {isGone ? (
        <Notice>{gone}</Notice>
      ) : (
        <Shown loaded={loaded}>{(call) => <Opened call={call} />}</Shown>
      )}
    </section>
  )
}

const Summary = ({ call }: { readonly call: JournalDetail | undefined }) =>
  call ? (
    <>
      <strong>
        {call.operation === null
          ? call.method
          : `${call.operation} ${operationName(call.operation)}`}
      </strong>
      <Outcome call={call} />
    </>
  ) : null

const Opened = ({ call }: { readonly call: JournalDetail }) => {
  const field = useSignal<string | undefined>(undefined)
  const { copyCurl, copyFault, newFault } = detailWords()
  const rule = faultRuleOf(call)
  return (
    <>
      {call.message !== null && (
        <Notice tone={isRefused(call) ? 'error' : 'plain'}>{call.message}</Notice>
      )}
      <div class="row">
        <CopyButton label={copyCurl} text={() => curlOf(call)} />
        {rule && (
          <>
            <CopyButton label={copyFault} text={() => JSON.stringify(rule, null, 2)} />
            <a class="button" href={linkTo('faults', 'new', JSON.stringify(rule))}>
              {newFault}
            </a>
          </>
        )}
      </div>
      <CallFacts call={call} />
      <CallFindings findings={call.findings} field={field} />
      {/* What decided a refusal is looked for first; of a success it is the answer. */}
      {isRefused(call) && <CallAssumptions numbers={call.assumptions} />}
      <CallSides call={call} field={field.value} />
      {!isRefused(call) && <CallAssumptions numbers={call.assumptions} />}
    </>
  )
}
