import { useEffect, useRef } from 'preact/hooks'
import type { JournalBody, JournalDetail } from '#src/client/generated/control.ts'
import { indentedJson, parsedJson } from '#src/client/parsed-json.ts'
import { Table } from '../../parts/table.tsx'
import { JsonView } from '../../parts/text.tsx'
import { formatBytes } from '../../texts/language.ts'
import { t } from '../../texts/words.ts'

/** Request and answer of a call, side by side; a field of the request is marked. */
export const CallSides = ({
  call: { method, path, request, answer },
  field,
}: {
  call: JournalDetail
  field: string | undefined
}) => {
  return (
    <div class="calls-sides">
      <section class="calls-side" aria-labelledby="call-request">
        <h3 id="call-request">{t('Request')}</h3>
        <pre>
          {method} {path}
        </pre>
        <Headers headers={request.headers} field={field} />
        <Body body={request.body} label={`${t('Request')}: ${t('Body')}`} field={field} />
      </section>
      <section class="calls-side" aria-labelledby="call-answer">
        <h3 id="call-answer">{t('Answer')}</h3>
        {answer.mediaType !== null && (
          <p>
            {t('Media type')}: <code>{answer.mediaType}</code>
          </p>
        )}
        <Body body={answer.body} label={`${t('Answer')}: ${t('Body')}`} />
      </section>
    </div>
  )
}

const Headers = ({
  headers,
  field,
}: {
  headers: Readonly<Record<string, string>>
  field: string | undefined
}) => {
  const all = Object.entries(headers)
  const isMarked = ([name]: [string, string]): boolean => name === field?.toLowerCase()
  const classOf = (header: [string, string]) => (isMarked(header) ? 'mono marked' : 'mono')
  return (
    <details open={all.some(isMarked) || undefined}>
      <summary>
        {t('Headers')} ({all.length})
      </summary>
      <Table
        rows={all}
        keyOf={([name]) => name}
        columns={[
          { name: t('Header'), isHead: true, class: classOf, of: ([name]) => name },
          { name: t('Value'), class: classOf, of: ([, value]) => value },
        ]}
      />
    </details>
  )
}

const Body = ({
  body,
  label,
  field,
}: {
  body: JournalBody | null
  label: string
  field?: string | undefined
}) => {
  if (body === null) return <p class="muted">{t('No body.')}</p>
  const { text, sizeBytes, isTruncated } = body
  if (text === undefined)
    return (
      <p class="muted">
        {formatBytes(sizeBytes)}.{' '}
        {sizeBytes === 0 ? t('No body.') : t('Only JSON bodies are kept.')}
      </p>
    )
  return (
    <>
      <p class="muted">
        {t('Body')}: {formatBytes(sizeBytes)}. {isTruncated && t('Only the beginning is kept.')}
      </p>
      {field === undefined ? (
        <JsonView value={text} label={label} />
      ) : (
        <MarkedBody text={text} field={field} label={label} />
      )}
    </>
  )
}

/** A body as indented JSON in which one field is marked and scrolled into view. */
const MarkedBody = ({ text, field, label }: { text: string; field: string; label: string }) => {
  const marked = useRef<HTMLElement>(null)
  const region = useRef<HTMLElement>(null)
  useEffect(() => {
    ;(marked.current ?? region.current)?.scrollIntoView({ block: 'nearest' })
    region.current?.focus({ preventScroll: true })
  }, [field])
  const [from, to] = linesOf(text, field) ?? [0, 0]
  const lines = (indentedJson(text) ?? text).split('\n').map((line) => `${line}\n`)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached with the keyboard
    <section class="json" tabIndex={0} aria-label={label} ref={region}>
      <pre>
        {lines.slice(0, from).join('')}
        {to > from && <mark ref={marked}>{lines.slice(from, to).join('').trimEnd()}</mark>}
        {to > from && '\n'}
        {lines.slice(to).join('')}
      </pre>
    </section>
  )
}

/** The lines of indented JSON that a field such as `param.userIds[0]` takes, from the first to before the last; undefined when it is not there. */
const linesOf = (text: string, field: string): [number, number] | undefined => {
  let value = parsedJson(text)
  let line = 0
  for (const step of field.match(/[^.[\]]+/g) ?? []) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    line += 1
    for (const [key, one] of Object.entries(value)) {
      if (key === step) break
      line += heightOf(one)
    }
    value = (value as Record<string, unknown>)[step]
  }
  return [line, line + heightOf(value)]
}

/** How many lines a value takes. */
const heightOf = (value: unknown): number => JSON.stringify(value, null, 2).split('\n').length
