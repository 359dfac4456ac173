import { useEffect, useRef } from 'preact/hooks'
import { control } from '../../api/control.ts'
import { noteChange } from '../../api/loaded.ts'
import { goTo, linkTo } from '../../api/place.ts'
import { tell } from '../../parts/action.tsx'
import { Facts } from '../../parts/panel.tsx'
import { Badge, CodedText } from '../../parts/text.tsx'
import { t } from '../../texts/words.ts'
import type { ListedAssumption } from './assumption-list.ts'

const KNOWN = {
  document: 'from the interface document',
  'published elsewhere': 'published elsewhere',
  invented: 'invented here',
} as const

interface RowProps {
  readonly assumption: ListedAssumption
  readonly isOpen: boolean
}

/** One assumption; the one that the URL names is open. */
export const AssumptionRow = ({ assumption, isOpen }: RowProps) => {
  const { number, shown, choice, lastCall } = assumption
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isOpen) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  const isChanged = choice?.chosen !== choice?.default
  return (
    <li ref={row} class="assumptions-row" id={`assumption-${number}`}>
      <button
        type="button"
        class="quiet assumptions-head"
        aria-expanded={isOpen}
        onClick={() => (isOpen ? goTo('assumptions') : goTo('assumptions', number))}
      >
        <code class="assumptions-number">{number}</code>
        <span class="assumptions-shown">
          <CodedText text={shown} />
        </span>
        <span class="assumptions-marks">
          {lastCall !== undefined ? (
            <Badge tone="good">{t('call {1}', lastCall)}</Badge>
          ) : (
            choice?.isTouched && <Badge>{t('consulted')}</Badge>
          )}
          {choice && (
            <Badge tone={isChanged ? 'accent' : 'plain'}>
              {choice.chosen}
              {isChanged && ` · ${t('changed')}`}
            </Badge>
          )}
        </span>
      </button>
      {isOpen && <Detail {...assumption} />}
    </li>
  )
}

/** What an assumption decides, why, and the choice among its variants. */
const Detail = ({ does, why, known, shown, choice, operations, lastCall }: ListedAssumption) => {
  const about = operations.length === 0 ? t('every call') : operations.join(', ')
  return (
    <div class="assumptions-detail">
      <Facts
        facts={[
          [t('Document'), <CodedText text={shown} />],
          [t('This server'), <CodedText text={does} />],
          [t('Reason'), <CodedText text={why} />],
          [t('Known'), t(KNOWN[known])],
          [
            t('About'),
            lastCall === undefined ? (
              about
            ) : (
              <>
                {about} · <a href={linkTo('calls', lastCall)}>{t('call {1}', lastCall)}</a>
              </>
            ),
          ],
        ]}
      />
      {choice ? <VariantChoice {...choice} /> : <p class="muted">{t('It has no variants.')}</p>}
    </div>
  )
}

const VariantChoice = ({
  number,
  variants,
  chosen,
  default: standard,
}: NonNullable<ListedAssumption['choice']>) => {
  const choose = async (variant: string): Promise<void> => {
    const body = { [number]: variant === standard ? null : variant }
    try {
      await control('PATCH', '/variants', { body })
      tell(t('{1} is {2} from the next call on.', number, variant))
    } catch (error) {
      tell((error as Error).message, 'error')
    }
    noteChange()
  }
  return (
    <fieldset>
      <legend>{t('Variants of {1}', number)}</legend>
      {Object.entries(variants).map(([name, means]) => (
        <label key={name} class="check">
          <input
            type="radio"
            name={`variant-${number}`}
            value={name}
            checked={name === chosen}
            onChange={() => choose(name)}
          />
          <code>{name}</code>
          <CodedText text={means} />
          {name === standard && <Badge>{t('default')}</Badge>}
        </label>
      ))}
    </fieldset>
  )
}
