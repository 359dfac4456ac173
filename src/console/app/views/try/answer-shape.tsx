import { isObject } from '#src/viewer/page/openapi-parts.ts'
import { Badge } from '../../parts/badge.tsx'
import { CodedText } from '../../parts/coded-text.tsx'
import { TableHead } from '../../parts/table-head.tsx'
import type { Schema } from './try-document.ts'
import { words } from './try-texts.ts'

/** A field of an answer as the document describes it, and whether an answer has it. */
interface ShapeRow {
  readonly path: string
  readonly name: string
  readonly depth: number
  readonly type: string
  readonly description: string
  readonly isPresent: boolean
}

/** The fields of a schema in depth-first order; of a list the first item of the answer counts. */
const shapeRows = (schema: Schema, value: unknown, path = '', depth = 0): ShapeRow[] => {
  const { items, properties, anyOf } = schema
  if (anyOf) {
    const [first] = anyOf.filter(({ type }) => type !== 'null')
    return first ? shapeRows(first, value, path, depth) : []
  }
  if (items) return shapeRows(items, Array.isArray(value) ? value[0] : undefined, path, depth)
  return Object.entries(properties ?? {}).flatMap(([name, part]) => {
    const isPresent = isObject(value) && Object.hasOwn(value, name)
    const inner = isPresent ? value[name] : undefined
    const at = path === '' ? name : `${path}.${name}`
    const row = {
      path: at,
      name,
      depth,
      type: typeName(part),
      description: part.description ?? '',
      isPresent,
    }
    return [row, ...shapeRows(part, inner, at, depth + 1)]
  })
}

const typeName = ({ type, items, anyOf, const: constant }: Schema): string => {
  if (constant !== undefined) return JSON.stringify(constant)
  if (anyOf) return [...new Set(anyOf.map((part) => typeName(part)))].join(' | ')
  if (items) return `${typeName(items)}[]`
  return typeof type === 'string' ? type : (type ?? []).join(' | ')
}

/** The shape that the document gives an answer, beside what the answer has of it. */
export const AnswerShape = ({
  schema,
  answer,
}: {
  readonly schema: Schema
  readonly answer: unknown
}) => {
  const text = words()
  return (
    <section class="try-shape">
      <h2>{text.shape}</h2>
      <table>
        <TableHead columns={[text.field, text.type, text.meaning]} />
        <tbody>
          {shapeRows(schema, answer).map(({ path, name, depth, type, description, isPresent }) => (
            <tr key={path}>
              <th scope="row" class="mono" style={{ paddingInlineStart: `${0.5 + depth}rem` }}>
                {name}{' '}
                {answer !== undefined && (
                  <Badge tone={isPresent ? 'good' : 'plain'}>
                    {isPresent ? text.present : text.missing}
                  </Badge>
                )}
              </th>
              <td class="mono">{type}</td>
              <td>
                <CodedText text={description} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
