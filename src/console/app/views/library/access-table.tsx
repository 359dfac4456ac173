import { useSignal } from '@preact/signals'
import type { LibraryAccess } from '#src/client/generated/control.ts'
import { control } from '../../api/control.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { Badge } from '../../parts/badge.tsx'
import { Shown } from '../../parts/notice.tsx'
import { TableHead } from '../../parts/table-head.tsx'
import { words } from './library-texts.ts'
import { YesNo } from './yes-no.tsx'

type User = LibraryAccess['users'][number]

interface AccessProps {
  readonly of: 'asset' | 'collection'
  readonly id: number
  /** Shows the details as a user sees them. */
  readonly onShowAs?: ((email: string) => void) | undefined
}

/** Which users see an asset or a collection, and why, by the rules of the operations. */
export const AccessTable = (props: AccessProps) => {
  const text = words()
  const pages = useSignal<readonly (number | undefined)[]>([undefined])
  const { of, onShowAs } = props
  return (
    <div class="scroll library-table">
      <p class="muted">{text.accessLead}</p>
      <table>
        <TableHead
          columns={[
            text.user,
            text.sees,
            of === 'asset' ? text.mayDownload : text.mayAdd,
            text.why,
            ...(onShowAs ? [null] : []),
          ]}
        />
        {pages.value.map((after, index) => (
          <Users
            key={after ?? 0}
            {...props}
            after={after}
            onMore={
              index === pages.value.length - 1
                ? (next) => {
                    pages.value = [...pages.value, next]
                  }
                : undefined
            }
          />
        ))}
      </table>
    </div>
  )
}

const Users = ({
  of,
  id,
  after,
  onMore,
  onShowAs,
}: AccessProps & {
  readonly after: number | undefined
  readonly onMore: ((next: number) => void) | undefined
}) => {
  const loaded = useLoaded(
    (signal) =>
      control<LibraryAccess>('GET', '/library/access', { query: { [of]: id, after }, signal }),
    [of, id, after],
  )
  const { data } = loaded
  if (!data)
    return (
      <tbody>
        <tr>
          <td colSpan={5}>
            <Shown loaded={loaded}>{() => null}</Shown>
          </td>
        </tr>
      </tbody>
    )
  const { next } = data
  return (
    <tbody>
      {data.users.map((user) => (
        <UserRow key={user.userId} user={user} of={of} id={id} onShowAs={onShowAs} />
      ))}
      {next !== null && onMore && (
        <tr>
          <td colSpan={5}>
            <button type="button" onClick={() => onMore(next)}>
              {words().more}
            </button>
          </td>
        </tr>
      )}
    </tbody>
  )
}

const UserRow = ({ user, of, id, onShowAs }: AccessProps & { readonly user: User }) => {
  const text = words()
  const { email, nickname, role, account, sees } = user
  return (
    <tr>
      <th scope="row">
        <span>{nickname}</span> <span class="muted">{email}</span> <Badge>{text.roles[role]}</Badge>{' '}
        {account !== 'active' && <Badge tone="warning">{text.account[account]}</Badge>}
      </th>
      <td>
        <YesNo value={sees} />
      </td>
      <td>
        <YesNo value={user.mayDownload ?? user.mayAdd ?? false} />
      </td>
      <td>
        {user.reasons.map((reason) => (
          <div key={JSON.stringify(reason)}>
            {describeReason(reason, of === 'collection' ? id : null)}
          </div>
        ))}
      </td>
      {onShowAs && (
        <td>
          <button
            type="button"
            aria-label={`${text.showAs}: ${email}`}
            onClick={() => onShowAs(email)}
          >
            {text.showAs}
          </button>
        </td>
      )}
    </tr>
  )
}

/** A reason in a few words; a right of the collection that is shown itself needs no id. */
const describeReason = (
  { kind, name, role, rightOf }: User['reasons'][number],
  shown: number | null,
): string => {
  const text = words()
  const facts = [name, role, rightOf === null || rightOf === shown ? null : text.rightOf(rightOf)]
  const known = facts.filter((fact) => fact !== null)
  return known.length === 0 ? text.reasons[kind] : `${text.reasons[kind]}: ${known.join(', ')}`
}
