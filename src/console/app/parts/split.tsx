import type { ComponentChildren } from 'preact'
import './split.css'

/** A list with the details of what is chosen in it: side by side where there is room, else details first. */
export const Split = ({
  list,
  detail,
}: {
  readonly list: ComponentChildren
  /** Nothing where nothing is chosen; the list has the whole width then. */
  readonly detail?: ComponentChildren
}) => (
  <div class={detail ? 'split' : 'split-alone'}>
    <div class="split-list">{list}</div>
    {detail}
  </div>
)
