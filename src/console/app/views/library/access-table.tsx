import { useSignal } from '@preact/signals'
import type { LibraryAccess } from '#src/client/generated/control.ts'
import { control } from '../../api/control.ts'
import { useLoaded } from '../../api/loaded.ts'
import { Shown } from '../../parts/panel.tsx'
import { Table } from '../../parts/table.tsx'
import { Badge, YesNo } from '../../parts/text.tsx'
import { t } from '../../texts/words.ts'

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
  const pages = useSignal(1)
  const loaded = useLoaded((signal) => readUsers(of, id, pages.peek(), signal), [of, id])
  const more = (): void => {
    pages.value += 1
    loaded.reload()
  }
  return (
    <div class="scroll library-table">
      <p class="muted">{t('By the rules that operations apply, for every user.')}</p>
      <Shown loaded={loaded}>
        {({ users, next }) => (
          <>
            <Table
              rows={users}
              keyOf={({ userId }) => userId}
              columns={[
                { name: t('User'), isHead: true, of: nameOf },
                { name: t('Sees it'), of: ({ sees }) => <YesNo value={sees} /> },
                {
                  name: of === 'asset' ? t('May download') : t('May add'),
                  of: (user) => <YesNo value={user.mayDownload ?? user.mayAdd ?? false} />,
                },
                {
                  name: t('Why'),
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
                {t('Show more')}
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
  return (
    <>
      <span>{nickname}</span> <span class="muted">{email}</span> <Badge>{t(role)}</Badge>{' '}
      {account !== 'active' && (
        <Badge tone="warning">{t(account === 'disabled' ? 'account disabled' : account)}</Badge>
      )}
    </>
  )
}

const showAs = (email: string, onShowAs: (email: string) => void) => {
  const text = t('Show as this user')
  return (
    <button type="button" aria-label={`${text}: ${email}`} onClick={() => onShowAs(email)}>
      {text}
    </button>
  )
}

const REASONS = {
  administrator: 'administrator',
  creator: 'created it',
  user: 'a right of the user',
  department: 'a right of the department',
  everyone: 'a right of everyone',
  collection: 'in the collection',
  archive: 'archive groups are open to all (A-17-2)',
} as const

/** A reason in a few words; a right of the collection that is shown itself needs no id. */
const describeReason = (
  { kind, name, role, rightOf }: User['reasons'][number],
  shown: number | null,
): string => {
  const right =
    rightOf === null || rightOf === shown ? null : t('on collection {1}', String(rightOf))
  const known = [name, role, right].filter((fact) => fact !== null)
  return known.length === 0 ? t(REASONS[kind]) : `${t(REASONS[kind])}: ${known.join(', ')}`
}
