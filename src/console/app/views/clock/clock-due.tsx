import type { ClockChange, Due } from '#src/client/generated/control.ts'
import { linkTo } from '../../api/place.ts'
import { formatNumber, formatTime } from '../../texts/language.ts'
import { words } from './clock-texts.ts'

type Kind = keyof Due

const LOOKS: Record<Kind, { readonly text: `look${Capitalize<Kind>}`; readonly to: () => string }> =
  {
    tokens: { text: 'lookTokens', to: () => linkTo('calls') },
    addresses: { text: 'lookAddresses', to: () => linkTo('library') },
    uploads: { text: 'lookUploads', to: () => linkTo('records', 'uploads') },
    notifications: { text: 'lookNotifications', to: () => linkTo('notifications') },
  }

const KINDS: readonly Kind[] = ['notifications', 'uploads', 'tokens', 'addresses']

/** What became due by the last move, with links to where it shows. */
export const ClockDue = ({ change }: { readonly change: ClockChange }) => {
  const text = words()
  const kinds = KINDS.filter((kind) => change.due[kind] > 0)
  return (
    <section class="panel clock-due" aria-labelledby="clock-due" role="status">
      <h2 id="clock-due">
        {text.became} · {formatTime(change.now)}
      </h2>
      {kinds.length === 0 ? (
        <p class="muted">{text.nothing}</p>
      ) : (
        <ul>
          {kinds.map((kind) => (
            <li key={kind}>
              {text[kind](formatNumber(change.due[kind]))} ·{' '}
              <a href={LOOKS[kind].to()}>{text[LOOKS[kind].text]}</a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
