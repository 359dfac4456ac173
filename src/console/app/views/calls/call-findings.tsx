import type { Signal } from '@preact/signals'
import { FINDINGS } from '#src/client/generated/constants.ts'
import type { Finding } from '#src/client/generated/control.ts'
import { linkTo } from '../../api/place.ts'
import { asSentence } from '../../parts/as-sentence.ts'
import { LevelBadge } from '../../parts/level-badge.tsx'
import { detailWords } from './call-detail-texts.ts'

/** What was odd about a call, each with what it means and what to do instead; a field can be shown in the request. */
export const CallFindings = ({
  findings,
  field: shown,
}: {
  readonly findings: readonly Finding[]
  readonly field: Signal<string | undefined>
}) => {
  const words = detailWords()
  if (findings.length === 0) return null
  return (
    <section class="calls-findings" aria-labelledby="call-findings">
      <h3 id="call-findings">{words.findings}</h3>
      <ul class="plain-list calls-explained">
        {findings.map(({ code, level, field }) => (
          <li key={`${code} ${field}`}>
            <span class="row">
              <LevelBadge level={level} />
              <a href={linkTo('findings', code)}>{code}</a>
              {field !== undefined && (
                <button
                  type="button"
                  class="mono"
                  title={words.showField}
                  onClick={() => {
                    shown.value = undefined
                    shown.value = field
                  }}
                >
                  {field}
                </button>
              )}
            </span>
            <p>
              {asSentence(FINDINGS[code].means)} <strong>{words.remedy}:</strong>{' '}
              {FINDINGS[code].remedy}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
