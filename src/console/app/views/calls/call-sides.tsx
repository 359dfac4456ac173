import type { JournalBody, JournalDetail } from '#src/client/generated/control.ts'
import { JsonView } from '../../parts/json-view.tsx'
import { TableHead } from '../../parts/table-head.tsx'
import { formatBytes } from '../../texts/language.ts'
import { detailWords } from './call-detail-texts.ts'
import { MarkedBody } from './marked-body.tsx'

/** Request and answer of a call, side by side; a field of the request is marked. */
export const CallSides = ({
  call: { method, path, request, answer },
  field,
}: {
  readonly call: JournalDetail
  readonly field: string | undefined
}) => {
  const words = detailWords()
  return (
    <div class="calls-sides">
      <section class="calls-side" aria-labelledby="call-request">
        <h3 id="call-request">{words.request}</h3>
        <pre>
          {method} {path}
        </pre>
        <Headers headers={request.headers} marked={field} />
        <Body body={request.body} label={`${words.request}: ${words.body}`} marked={field} />
      </section>
      <section class="calls-side" aria-labelledby="call-answer">
        <h3 id="call-answer">{words.answer}</h3>
        {answer.mediaType !== null && (
          <p>
            {words.mediaType}: <code>{answer.mediaType}</code>
          </p>
        )}
        <Body body={answer.body} label={`${words.answer}: ${words.body}`} />
      </section>
    </div>
  )
}

const Headers = ({
  headers,
  marked,
}: {
  readonly headers: Readonly<Record<string, string>>
  readonly marked: string | undefined
}) => {
  const words = detailWords()
  const name = marked?.toLowerCase()
  const all = Object.entries(headers)
  return (
    <details open={all.some(([header]) => header === name) || undefined}>
      <summary>
        {words.headers} ({all.length})
      </summary>
      <table>
        <TableHead columns={[words.header, words.value]} />
        <tbody class="mono">
          {all.map(([header, value]) => (
            <tr key={header} class={header === name ? 'marked' : undefined}>
              <th scope="row">{header}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

const Body = ({
  body,
  label,
  marked,
}: {
  readonly body: JournalBody | null
  readonly label: string
  readonly marked?: string | undefined
}) => {
  const words = detailWords()
  if (body === null) return <p class="muted">{words.noBody}</p>
  const { text, base64, sizeBytes, isTruncated } = body
  if (text === undefined && base64 === undefined)
    return (
      <p class="muted">
        {formatBytes(sizeBytes)}. {sizeBytes === 0 ? words.noBody : words.notKept}
      </p>
    )
  return (
    <>
      <p class="muted">
        {words.body}: {formatBytes(sizeBytes)}. {isTruncated && words.truncated}{' '}
        {base64 !== undefined && words.base64}
      </p>
      {marked !== undefined && text !== undefined ? (
        <MarkedBody text={text} field={marked} label={label} />
      ) : (
        <JsonView value={text ?? base64 ?? ''} label={label} />
      )}
    </>
  )
}
