import type { ComponentChildren } from 'preact'
import './facts.css'

/** A name with its value; false for one that does not apply. */
export type Fact = readonly [name: string, value: ComponentChildren] | false

/** Names with their values: one a line, or in lines of several. */
export const Facts = ({
  facts,
  isFlowing = false,
}: {
  readonly facts: readonly Fact[]
  readonly isFlowing?: boolean
}) => (
  <dl class={isFlowing ? 'facts-flowing' : 'facts'}>
    {facts
      .filter((fact) => fact !== false)
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
)
