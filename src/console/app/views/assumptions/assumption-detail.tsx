import { noteChange } from '../../api/changes.ts'
import { control } from '../../api/control.ts'
import { linkTo } from '../../api/place.ts'
import { Badge } from '../../parts/badge.tsx'
import { CodedText } from '../../parts/coded-text.tsx'
import { tell } from '../../parts/toasts.tsx'
import { formatNumber } from '../../texts/language.ts'
import type { ListedAssumption } from './assumption-list.ts'
import { words } from './assumptions-texts.ts'

/** What an assumption decides, why, and the choice among its variants. */
export const AssumptionDetail = ({ assumption }: { readonly assumption: ListedAssumption }) => {
  const { does, why, known, shown, operations, choice, lastCall } = assumption
  const text = words()
  return (
    <div class="assumptions-detail">
      <dl>
        <dt>{text.documentSays}</dt>
        <dd>
          <CodedText text={shown} />
        </dd>
        <dt>{text.does}</dt>
        <dd>
          <CodedText text={does} />
        </dd>
        <dt>{text.why}</dt>
        <dd>
          <CodedText text={why} />
        </dd>
        <dt>{text.known}</dt>
        <dd>{text[known]}</dd>
        <dt>{text.about}</dt>
        <dd>
          {operations.length === 0 ? text.everyCall : operations.join(', ')}
          {lastCall !== undefined && (
            <>
              {' · '}
              <a href={linkTo('calls', lastCall)}>{text.touched(formatNumber(lastCall))}</a>
            </>
          )}
        </dd>
      </dl>
      {choice ? <VariantChoice choice={choice} /> : <p class="muted">{text.noVariants}</p>}
    </div>
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
    <fieldset class="assumptions-variants">
      <legend>{text.variantsOf(number)}</legend>
      {Object.entries(variants).map(([name, means]) => (
        <label key={name}>
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
