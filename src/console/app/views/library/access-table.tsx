import { useSignal } from '@preact/signals'
import type { LibraryAccess } from '#src/client/generated/control.ts'
import { control } from '../../api/control.ts'
import { useLoaded } from '../../api/loaded.ts'
import { Shown } from '../../parts/panel.tsx'
import { Table } from '../../parts/table.tsx'
import { Badge, YesNo } from '../../parts/text.tsx'
import { words } from '../../texts/words.ts'

type User = LibraryAccess['users'][number]

/** Which users see an asset or a collection, and why, by the rules of the operations. */
export const AccessTable = ({
  of,
  id,
  onShowAs,
}: {
  of: 'asset' | 'collection'
  id: number
  /** Shows the details as a user sees them. */
  onShowAs?: (email: string) => void
}) => {
  const text = words('library')
  const pages = useSignal(1)
  const loaded = useLoaded((signal) => readUsers(of, id, pages.peek(), signal), [of, id])
  const more = (): void => {
    pages.value += 1
    loaded.reload()
  }
  return (
    <div class="scroll library-table">
      <p class="muted">{text.accessLead}</p>
      <Shown loaded={loaded}>
        {({ users, next }) => (
          <>
            <Table
              rows={users}
              keyOf={({ userId }) => userId}
              columns={[
                { name: text.user, isHead: true, of: nameOf },
                { name: text.sees, of: ({ sees }) => <YesNo value={sees} /> },
                {
                  name: of === 'asset' ? text.mayDownload : text.mayAdd,
                  of: (user) => <YesNo value={user.mayDownload ?? user.mayAdd ?? false} />,
                },
                {
                  name: text.why,
                  of: ({ reasons }) =>
                    reasons.map((reason) => (
                      <div key={JSON.stringify(reason)}>
                        {describeReason(reason, of === 'collection' ? id : null)}
                      </div>
                    )),
                },
                ...(onShowAs
                  ? [{ name: null, of: ({ email }: User) => showAs(email, onShowAs) }]
                  : []),
              ]}
            />
            {next !== null && (
              <button type="button" onClick={more}>
                {text.more}
              </button>
            )}
          </>
        )}
      </Shown>
    </div>
  )
}

/** Reads the first pages of users. */
const readUsers = async (
  of: string,
  id: number,
  pages: number,
  signal: AbortSignal,
): Promise<LibraryAccess> => {
  const users: User[] = []
  let after: number | undefined
  for (let page = 1; ; page += 1) {
    const query = { [of]: id, after }
    const read = await control<LibraryAccess>('GET', '/library/access', { query, signal })
    users.push(...read.users)
    if (read.next === null || page >= pages) return { ...read, users }
    after = read.next
  }
}

const nameOf = ({ email, nickname, role, account }: User) => {
  const text = words('library')
  return (
    <>
      <span>{nickname}</span> <span class="muted">{email}</span> <Badge>{text.roles[role]}</Badge>{' '}
      {account !== 'active' && <Badge tone="warning">{text.account[account]}</Badge>}
    </>
  )
}

const showAs = (email: string, onShowAs: (email: string) => void) => {
  const text = words('library').showAs
  return (
    <button type="button" aria-label={`${text}: ${email}`} onClick={() => onShowAs(email)}>
      {text}
    </button>
  )
}

/** A reason in a few words; a right of the collection that is shown itself needs no id. */
const describeReason = (
  { kind, name, role, rightOf }: User['reasons'][number],
  shown: number | null,
): string => {
  const text = words('library')
  const right = rightOf === null || rightOf === shown ? null : text.rightOf(rightOf)
  const known = [name, role, right].filter((fact) => fact !== null)
  return known.length === 0 ? text.reasons[kind] : `${text.reasons[kind]}: ${known.join(', ')}`
}
