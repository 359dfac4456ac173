import { readKnownRules } from '../../api/known-rules.ts'
import { linkTo } from '../../api/place.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { CodedText } from '../../parts/coded-text.tsx'
import { Shown } from '../../parts/notice.tsx'
import { detailWords } from './call-detail-texts.ts'

/** The assumptions that an answer rests on: what the document says, and what this server does. */
export const CallAssumptions = ({ numbers }: { readonly numbers: readonly string[] }) => {
  const text = detailWords()
  const loaded = useLoaded(readKnownRules, [], { isLive: false })
  if (numbers.length === 0) return null
  return (
    <section aria-labelledby="call-assumptions">
      <h3 id="call-assumptions">{text.assumptions}</h3>
      <Shown loaded={loaded}>
        {({ rules }) => (
          <ul class="plain-list calls-explained">
            {rules
              .filter(({ number }) => numbers.includes(number))
              .map(({ number, does, shown }) => (
                <li key={number}>
                  <a href={linkTo('assumptions', number)}>{number}</a> <CodedText text={does} />
                  <div class="muted">
                    {text.shown}: <CodedText text={shown} />
                  </div>
                </li>
              ))}
          </ul>
        )}
      </Shown>
    </section>
  )
}
