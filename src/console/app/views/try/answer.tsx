import { FINDINGS } from '#src/client/generated/constants.ts'
import { isObject } from '#src/kernel/is-object.ts'
import type { OperationAnswer } from '../../api/operations.ts'
import { linkTo } from '../../api/place.ts'
import type { Schema } from '../../parts/form.tsx'
import { Table } from '../../parts/table.tsx'
import { Badge, CodedText, JsonView } from '../../parts/text.tsx'
import { formatNumber } from '../../texts/language.ts'
import { t } from '../../texts/words.ts'

/** The remedy of a finding as the header names it: its code, and the field after it. */
const remedyOf = (finding: string): string => {
  const [code = ''] = finding.split(/[ (;]/)
  const known = Object.entries(FINDINGS).find(([one]) => one === code)?.[1]
  return known ? `${known.means}. ${known.remedy}` : ''
}

/** An answer: its code and sentence, what the server noted about the call, and the body. */
export const AnswerPanel = ({
  answer,
  seq,
}: {
  answer: OperationAnswer | undefined
  /** The number of the call in the journal; undefined as long as the page has not seen it there. */
  seq: number | undefined
}) => {
  if (!answer)
    return (
      <section class="try-answer stack">
        <h2>{t('Answer')}</h2>
        <p class="muted">{t('The answer appears here.')}</p>
      </section>
    )
  const { json, status, durationMs } = answer
  const { code, message } = isObject(json) ? json : {}
  const listIn = (name: string): string[] => answer.headers.get(name)?.split(', ') ?? []
  const findings = listIn('x-sandbox-findings')
  const assumptions = listIn('x-sandbox-assumptions')
  const fault = answer.headers.get('x-sandbox-fault')
  return (
    <section class="try-answer stack" aria-live="polite">
      <div class="row">
        <h2>{t('Answer')}</h2>
        <Badge tone={code === '0' ? 'good' : 'bad'}>{String(code ?? `HTTP ${status}`)}</Badge>
        <span>{typeof message === 'string' ? message : ''}</span>
        <span class="muted">
          HTTP {status} · {durationMs.toFixed(1)} ms · {formatNumber(answer.text.length)}{' '}
          {t('bytes')}
        </span>
        <a href={seq === undefined ? linkTo('calls') : linkTo('calls', seq)}>{t('See the call')}</a>
      </div>
      {findings.length > 0 && (
        <div>
          <h3>{t('Findings')}</h3>
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
          {t('Faults')}: <code>{fault}</code>
        </p>
      )}
      <JsonView value={answer.text} label={t('Answer')} />
      {assumptions.length > 0 && (
        <p class="row">
          <span class="muted">{t('Assumptions')}</span>
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

/** A field of an answer as the document describes it, and whether an answer has it. */
interface ShapeRow {
  readonly path: string
  readonly name: string
  readonly depth: number
  readonly schema: Schema
  readonly isPresent: boolean
}

/** The fields of a schema in depth-first order; of a list the first item of the answer counts. */
const shapeRows = (schema: Schema, value: unknown, path = '', depth = 0): ShapeRow[] => {
  const { items, properties, anyOf } = schema
  const chosen = anyOf?.find(({ type }) => type !== 'null')
  if (chosen) return shapeRows(chosen, value, path, depth)
  if (items) return shapeRows(items, Array.isArray(value) ? value[0] : undefined, path, depth)
  return Object.entries(properties ?? {}).flatMap(([name, part]) => {
    const isPresent = isObject(value) && Object.hasOwn(value, name)
    const at = path === '' ? name : `${path}.${name}`
    const inner = isPresent ? value[name] : undefined
    return [
      { path: at, name, depth, schema: part, isPresent },
      ...shapeRows(part, inner, at, depth + 1),
    ]
  })
}

const typeName = ({ type = [], items, anyOf, const: constant }: Schema): string => {
  if (constant !== undefined) return JSON.stringify(constant)
  if (anyOf) return [...new Set(anyOf.map(typeName))].join(' | ')
  if (items) return `${typeName(items)}[]`
  return typeof type === 'string' ? type : type.join(' | ')
}

/** The shape that the document gives an answer, beside what the answer has of it. */
export const AnswerShape = ({ schema, answer }: { schema: Schema; answer: unknown }) => {
  const nameOf = ({ name, depth, isPresent }: ShapeRow) => (
    <span style={{ display: 'block', paddingInlineStart: `${depth}rem` }}>
      {name}{' '}
      {answer !== undefined && (
        <Badge tone={isPresent ? 'good' : 'plain'}>
          {isPresent ? t('in the answer') : t('not in the answer')}
        </Badge>
      )}
    </span>
  )
  return (
    <section class="try-shape stack">
      <h2>{t('Shape in the document')}</h2>
      <Table
        rows={shapeRows(schema, answer)}
        keyOf={({ path }) => path}
        columns={[
          { name: t('Field'), isHead: true, class: 'mono', of: nameOf },
          { name: t('Type'), class: 'mono', of: ({ schema: one }) => typeName(one) },
          {
            name: t('Meaning'),
            of: ({ schema: one }) => <CodedText text={one.description ?? ''} />,
          },
        ]}
      />
    </section>
  )
}
