import type { ComponentChildren } from 'preact'
import type { OperationCoverage } from '#src/client/generated/control.ts'
import { linkTo } from '../../api/place.ts'
import { TableHead } from '../../parts/table-head.tsx'
import { formatNumber } from '../../texts/language.ts'
import { words } from './coverage-texts.ts'

/** One thing that calls can meet. */
interface Item {
  readonly name: string
  readonly calls: number
  readonly shown: ComponentChildren
}

/** The outcomes, optional fields and variants of an operation, each with the number of its calls. */
export const OperationItems = ({
  one: { outcomes, successes, fields, variants },
  isOnlyMissing,
}: {
  readonly one: OperationCoverage
  readonly isOnlyMissing: boolean
}) => {
  const text = words()
  const results: Item[] = [
    ...outcomes.map(({ name, code, calls }) => ({
      name,
      calls,
      shown: code === null ? name : `${name} · ${code}`,
    })),
    ...successes.map(({ name, means, calls }) => ({ name, calls, shown: means })),
  ]
  return (
    <div class="coverage-items">
      <Items title={text.outcomes} items={results} isOnlyMissing={isOnlyMissing} />
      <Items
        title={text.fields}
        items={fields.map(({ field, calls }) => ({
          name: field,
          calls,
          shown: <code>{field}</code>,
        }))}
        isOnlyMissing={isOnlyMissing}
      />
      <Items
        title={text.variants}
        items={variants.map(({ assumption, variant, calls }) => ({
          name: `${assumption}=${variant}`,
          calls,
          shown: (
            <>
              <a href={linkTo('assumptions', assumption)}>{assumption}</a> {variant}
            </>
          ),
        }))}
        isOnlyMissing={isOnlyMissing}
      />
    </div>
  )
}

const Items = ({
  title,
  items,
  isOnlyMissing,
}: {
  readonly title: string
  readonly items: readonly Item[]
  readonly isOnlyMissing: boolean
}) => {
  const text = words()
  const shown = isOnlyMissing ? items.filter(({ calls }) => calls === 0) : items
  if (shown.length === 0) return null
  return (
    <table>
      <TableHead columns={[title, { number: text.calls }]} />
      <tbody>
        {shown.map((item) => (
          <tr key={item.name}>
            <th scope="row" class="coverage-item">
              {item.shown}
            </th>
            <td class="number">{item.calls === 0 ? text.never : formatNumber(item.calls)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
