/** Where a fact comes from: the document's own text and samples, other published pages, or our invention. */
export const KNOWN = ['document', 'published elsewhere', 'invented'] as const

/** How a fact is known. */
export type Provenance = (typeof KNOWN)[number]

/** What each variant of a switch does, by its name; the first is the default. */
export type Variants = Readonly<Record<string, string>>

/** One decision about something that the document does not show. */
export interface Assumption {
  /** What the document says, or that it is silent. */
  readonly shown: string
  /** What this server does. */
  readonly does: string
  readonly why: string
  readonly known: Provenance
  /** What a workspace can choose instead, by the number alone: `A-16-1=refused`. */
  readonly variants?: Variants
  /** What else a workspace can choose, by the number and a name: `A-16-1.taken=refused`. */
  readonly switches?: Readonly<Record<string, Variants>>
}
