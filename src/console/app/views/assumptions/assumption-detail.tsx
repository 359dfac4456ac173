import { noteChange } from '../../api/changes.ts'
import { control } from '../../api/control.ts'
import { linkTo } from '../../api/place.ts'
import { Badge } from '../../parts/badge.tsx'
import { CodedText } from '../../parts/coded-text.tsx'
import { Facts } from '../../parts/facts.tsx'
import { tell } from '../../parts/toasts.tsx'
import { formatNumber } from '../../texts/language.ts'
import type { ListedAssumption } from './assumption-list.ts'
import { words } from './assumptions-texts.ts'

/** What an assumption decides, why, and the choice among its variants. */
export const AssumptionDetail = ({ assumption }: { readonly assumption: ListedAssumption }) => {
  const { does, why, known, shown, choice } = assumption
  const text = words()
  return (
    <div class="assumptions-detail">
      <Facts
        facts={[
          [text.documentSays, <CodedText text={shown} />],
          [text.does, <CodedText text={does} />],
          [text.why, <CodedText text={why} />],
          [text.known, text[known]],
          [text.about, <About assumption={assumption} />],
        ]}
      />
      {choice ? <VariantChoice choice={choice} /> : <p class="muted">{text.noVariants}</p>}
    </div>
  )
}

const About = ({
  assumption: { operations, lastCall },
}: {
  readonly assumption: ListedAssumption
}) => {
  const text = words()
  return (
    <>
      {operations.length === 0 ? text.everyCall : operations.join(', ')}
      {lastCall !== undefined && (
        <>
          {' · '}
          <a href={linkTo('calls', lastCall)}>{text.touched(formatNumber(lastCall))}</a>
        </>
      )}
    </>
  )
}

const VariantChoice = ({
  choice: { number, variants, chosen, default: standard },
}: {
  readonly choice: NonNullable<ListedAssumption['choice']>
}) => {
  const text = words()
  const choose = async (variant: string): Promise<void> => {
    try {
      await control('PATCH', '/variants', {
        body: { [number]: variant === standard ? null : variant },
      })
      tell(text.switched(number, variant))
    } catch (error) {
      tell((error as Error).message, 'error')
    }
    noteChange()
  }
  return (
    <fieldset>
      <legend>{text.variantsOf(number)}</legend>
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
          {name === standard && <Badge>{text.standard}</Badge>}
        </label>
      ))}
    </fieldset>
  )
}
