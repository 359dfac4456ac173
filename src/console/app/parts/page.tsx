import type { ComponentChildren } from 'preact'

/** What a view shows below its heading. */
export interface PageProps {
  readonly title: string
  /** One sentence that says what the view is for. */
  readonly lead?: string
  /** Buttons and fields beside the heading. */
  readonly actions?: ComponentChildren
  readonly children: ComponentChildren
}

/** A view: its heading, which takes the focus when it opens, and its contents. */
export const Page = ({ title, lead, actions, children }: PageProps) => (
  <>
    <header class="page-header">
      <div>
        <h1 id="view-title" tabIndex={-1}>
          {title}
        </h1>
        {lead !== undefined && <p class="lead">{lead}</p>}
      </div>
      {actions && <div class="actions">{actions}</div>}
    </header>
    {children}
  </>
)
