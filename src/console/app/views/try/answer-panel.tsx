import { FINDINGS } from '#src/client/generated/constants.ts'
import { isObject } from '#src/viewer/page/openapi-parts.ts'
import type { OperationAnswer } from '../../api/operations.ts'
import { linkTo } from '../../api/place.ts'
import { Badge } from '../../parts/badge.tsx'
import { JsonView } from '../../parts/json-view.tsx'
import { formatNumber } from '../../texts/language.ts'
import { words } from './try-texts.ts'

const listIn = (header: string | null): string[] =>
  header === null || header === '' ? [] : header.split(', ')

/** The remedy of a finding as the header names it: its code, and the field after it. */
const remedyOf = (finding: string): string => {
  const [code = ''] = finding.split(/[ (;]/)
  const [, { means, remedy } = { means: '', remedy: '' }] =
    Object.entries(FINDINGS).find(([known]) => known === code) ?? []
  return `${means}. ${remedy}`
}

/** An answer: its code and sentence, what the server noted about the call, and the body. */
export const AnswerPanel = ({
  answer,
  seq,
}: {
  readonly answer: OperationAnswer | undefined
  /** The number of the call in the journal; undefined as long as the page has not seen it there. */
  readonly seq: number | undefined
}) => {
  const text = words()
  if (!answer)
    return (
      <section class="try-answer">
        <h2>{text.answer}</h2>
        <p class="muted">{text.noAnswer}</p>
      </section>
    )
  const { json, headers, status, durationMs } = answer
  const { code, message } = isObject(json) ? json : {}
  const findings = listIn(headers.get('x-sandbox-findings'))
  const assumptions = listIn(headers.get('x-sandbox-assumptions'))
  const fault = headers.get('x-sandbox-fault')
  return (
    <section class="try-answer" aria-live="polite">
      <div class="row">
        <h2>{text.answer}</h2>
        <Badge tone={code === '0' ? 'good' : 'bad'}>{String(code ?? `HTTP ${status}`)}</Badge>
        <span>{typeof message === 'string' ? message : ''}</span>
        <span class="muted">
          HTTP {status} · {durationMs.toFixed(1)} ms · {formatNumber(answer.text.length)}{' '}
          {text.bytes}
        </span>
        <a href={seq === undefined ? linkTo('calls') : linkTo('calls', seq)}>{text.seeCall}</a>
      </div>
      {findings.length > 0 && (
        <div>
          <h3>{text.findings}</h3>
          <ul>
            {findings.map((finding) => (
              <li key={finding}>
                <code>{finding}</code> {remedyOf(finding)}
              </li>
            ))}
          </ul>
        </div>
      )}
      {fault !== null && (
        <p>
          {text.faults}: <code>{fault}</code>
        </p>
      )}
      <JsonView value={answer.text} label={text.answer} />
      {assumptions.length > 0 && (
        <p class="row">
          <span class="muted">{text.assumptions}</span>
          {assumptions.map((id) => (
            <a key={id} href={linkTo('assumptions', id)}>
              {id}
            </a>
          ))}
        </p>
      )}
    </section>
  )
}
