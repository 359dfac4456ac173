import type { KnownRule, Provenance } from '#src/client/generated/control.ts'
import { control } from '../../api/control.ts'
import { linkTo } from '../../api/place.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { CodedText } from '../../parts/coded-text.tsx'
import { Shown } from '../../parts/notice.tsx'
import { detailWords } from './calls-texts.ts'

let known: Promise<ReadonlyMap<string, KnownRule>> | undefined

/** The rules of the server by number: they cannot change while it runs, so they are read once. */
const readRules = (): Promise<ReadonlyMap<string, KnownRule>> => {
  known ??= control<Provenance>('GET', '/provenance', { workspace: null }).then(
    ({ rules }) => new Map(rules.map((rule) => [rule.number, rule])),
  )
  known.catch(() => {
    known = undefined
  })
  return known
}

/** The assumptions that an answer rests on: what the document says, and what this server does. */
export const CallAssumptions = ({ numbers }: { readonly numbers: readonly string[] }) => {
  const { assumptions, shown } = detailWords()
  const loaded = useLoaded(readRules, [], { isLive: false })
  if (numbers.length === 0) return null
  return (
    <section aria-labelledby="call-assumptions">
      <h3 id="call-assumptions">{assumptions}</h3>
      <Shown loaded={loaded}>
        {(rules) => (
          <ul class="calls-list-plain">
            {numbers.map((number) => (
              <li key={number}>
                <a href={linkTo('assumptions', number)}>{number}</a>{' '}
                <CodedText text={rules.get(number)?.does ?? ''} />
                <div class="muted">
                  {shown}: <CodedText text={rules.get(number)?.shown ?? ''} />
                </div>
              </li>
            ))}
          </ul>
        )}
      </Shown>
    </section>
  )
}
