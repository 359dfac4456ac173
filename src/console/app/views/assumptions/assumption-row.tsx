import { useEffect, useRef } from 'preact/hooks'
import { goTo } from '../../api/place.ts'
import { Badge } from '../../parts/badge.tsx'
import { CodedText } from '../../parts/coded-text.tsx'
import { formatNumber } from '../../texts/language.ts'
import { AssumptionDetail } from './assumption-detail.tsx'
import type { ListedAssumption } from './assumption-list.ts'
import { words } from './assumptions-texts.ts'

/** One assumption; the one that the URL names is open. */
export const AssumptionRow = ({
  assumption,
  isOpen,
}: {
  readonly assumption: ListedAssumption
  readonly isOpen: boolean
}) => {
  const { number, shown, choice, lastCall } = assumption
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isOpen) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  const text = words()
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
            <Badge tone="good">{text.touched(formatNumber(lastCall))}</Badge>
          ) : (
            choice?.isTouched && <Badge>{text.wasTouched}</Badge>
          )}
          {choice && (
            <Badge tone={choice.chosen === choice.default ? 'plain' : 'accent'}>
              {choice.chosen}
              {choice.chosen !== choice.default && ` · ${text.changed}`}
            </Badge>
          )}
        </span>
      </button>
      {isOpen && <AssumptionDetail assumption={assumption} />}
    </li>
  )
}
