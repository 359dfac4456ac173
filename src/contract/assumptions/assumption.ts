/** Where a fact comes from: the document's own text and samples, other published pages, or our invention. */
export const KNOWN = ['document', 'published elsewhere', 'invented'] as const

/** How a fact is known. */
export type Provenance = (typeof KNOWN)[number]

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
