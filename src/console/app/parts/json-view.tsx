import { indentedJson } from '#src/client/parsed-json.ts'
import './json-view.css'

/** Text as it is, with JSON indented, in a region that can be scrolled with the keyboard. */
export const JsonView = ({ value, label }: { readonly value: unknown; readonly label: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached with the keyboard
  <section class="json" tabIndex={0} aria-label={label}>
    <pre>
      {typeof value === 'string' ? (indentedJson(value) ?? value) : JSON.stringify(value, null, 2)}
    </pre>
  </section>
)
