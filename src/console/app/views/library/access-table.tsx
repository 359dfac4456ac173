import type { LibraryAccess } from '#src/client/generated/control.ts'
import { usePages } from '../../api/loaded.ts'
import { Button } from '../../parts/action.tsx'
import { Shown } from '../../parts/panel.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Badge, YesNo } from '../../parts/text.tsx'
import { t } from '../../texts/words.ts'

type User = LibraryAccess['users'][number]

interface AccessProps {
  readonly of: 'asset' | 'collection'
  readonly id: number
  readonly onShowAs?: (email: string) => void
}

export const AccessTable = ({ of, id, onShowAs }: AccessProps) => {
  const loaded = usePages<User>('/library/access', 'users', { [of]: id })
  const shower: Column<User> = {
    name: null,
    of: ({ email }) => (
      <Button aria-label={`${t('Show as this user')}: ${email}`} onClick={() => onShowAs?.(email)}>
        {t('Show as this user')}
      </Button>
    ),
  }
  return (
    <div class="scroll library-table">
      <p class="muted">{t('By the rules that operations apply, for every user.')}</p>
      <Shown loaded={loaded}>
        {({ rows, hasMore }) => (
          <>
            <Table
              rows={rows}
              keyOf={({ userId }) => userId}
              columns={[
                { name: t('User'), isHead: true, of: nameOf },
                { name: t('Sees it'), of: ({ sees }) => <YesNo value={sees} /> },
                {
                  name: of === 'asset' ? t('May download') : t('May add'),
                  of: (user) => <YesNo value={user.mayDownload ?? user.mayAdd ?? false} />,
                },
                ...(onShowAs ? [shower] : []),
              ]}
            />
            {hasMore && <Button onClick={loaded.more}>{t('Show more')}</Button>}
          </>
        )}
      </Shown>
    </div>
  )
}

const nameOf = ({ email, nickname, role, account }: User) => (
  <>
    <span>{nickname}</span> <span class="muted">{email}</span> <Badge>{t(role)}</Badge>{' '}
    {account !== 'active' && (
      <Badge tone="warning">{t(account === 'disabled' ? 'account disabled' : account)}</Badge>
    )}
  </>
)
