import { useEffect, useRef } from 'preact/hooks'
import { indentedJson, parsedJson } from '#src/client/parsed-json.ts'

/** A body as indented JSON in which one field is marked and scrolled into view. */
export const MarkedBody = ({
  text,
  field,
  label,
}: {
  readonly text: string
  readonly field: string
  readonly label: string
}) => {
  const marked = useRef<HTMLElement>(null)
  const region = useRef<HTMLElement>(null)
  useEffect(() => {
    ;(marked.current ?? region.current)?.scrollIntoView({ block: 'nearest' })
    region.current?.focus({ preventScroll: true })
  }, [field])
  const shown = indentedJson(text) ?? text
  const [from, to] = linesOf(text, field) ?? [0, 0]
  const lines = shown.split('\n')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached with the keyboard
    <section class="json" tabIndex={0} aria-label={label} ref={region}>
      <pre>
        {withEnd(lines.slice(0, from))}
        {to > from && <mark ref={marked}>{lines.slice(from, to).join('\n')}</mark>}
        {to > from && '\n'}
        {lines.slice(to).join('\n')}
      </pre>
    </section>
  )
}

const withEnd = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')

/** The steps of a path such as `param.userIds[0].name`. */
const stepsOf = (field: string): string[] => field.match(/[^.[\]]+/g) ?? []

/** The lines of indented JSON that a field takes, from the first to before the last; undefined when it is not there. */
const linesOf = (text: string, field: string): [number, number] | undefined => {
  let value = parsedJson(text)
  let line = 0
  for (const step of stepsOf(field)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    line += 1
    for (const [key, one] of Object.entries(value)) {
      if (key === step) break
      line += heightOf(one)
    }
    value = (value as Record<string, unknown>)[step]
  }
  return [line, line + heightOf(value)]
}

/** How many lines a value takes. */
const heightOf = (value: unknown): number => JSON.stringify(value, null, 2).split('\n').length
