import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { hasMoved, route } from '../api/place.ts'
import { isFocusLost } from './focus.ts'
import './page.css'

/** What a view shows below its heading. */
export interface PageProps {
  readonly title: string
  /** One sentence that says what the view is for. */
  readonly lead?: string
  /** Buttons and fields beside the heading. */
  readonly actions?: ComponentChildren
  readonly children: ComponentChildren
}

/** A view: its heading, which takes the focus when a link leads here and is gone, and its contents. */
export const Page = ({ title, lead, actions, children }: PageProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (hasMoved.value && isFocusLost()) heading.current?.focus({ preventScroll: true })
  }, [route.value])
  return (
    <>
      <header class="page-header">
        <div>
          <h1 id="view-title" tabIndex={-1} ref={heading}>
            {title}
          </h1>
          {lead !== undefined && <p class="lead">{lead}</p>}
        </div>
        {actions && <div class="actions">{actions}</div>}
      </header>
      {children}
    </>
  )
}
