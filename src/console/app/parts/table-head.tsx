import { texts } from '../texts/language.ts'

const words = texts({ en: { actions: 'Actions' }, zh: { actions: '操作' } })

/** A column: its name, or that of numbers, which stand below each other; null for links and buttons. */
export type Column = string | { readonly number: string } | null

/** The names of the columns of a table. */
export const TableHead = ({ columns }: { readonly columns: readonly Column[] }) => (
  <thead>
    <tr>
      {columns.map((column, index) => (
        <Heading key={index} column={column} />
      ))}
    </tr>
  </thead>
)

const Heading = ({ column }: { readonly column: Column }) => {
  if (column === null)
    return (
      <th scope="col">
        <span class="unseen">{words().actions}</span>
      </th>
    )
  if (typeof column === 'string') return <th scope="col">{column}</th>
  return (
    <th scope="col" class="number">
      {column.number}
    </th>
  )
}
