/** Where a decision comes from: the document's own samples, other published pages, or our invention. */
export type Provenance = 'document' | 'published elsewhere' | 'invented'

/** One decision about something that the document does not show. */
export interface Assumption {
  /** What the document says, or that it is silent. */
  readonly shown: string
  /** What this server does. */
  readonly does: string
  readonly why: string
  readonly known: Provenance
  /** What a workspace can choose instead; the first is the default. */
  readonly variants?: Readonly<Record<string, string>>
}

/** The names of an entry's variants. */
export type VariantName<Entry> = Entry extends { variants: infer V } ? keyof V & string : never
