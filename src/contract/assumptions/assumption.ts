/** Where a fact comes from: the document's own text and samples, other published pages, or our invention. */
export const KNOWN = ['document', 'published elsewhere', 'invented'] as const

export type Provenance = (typeof KNOWN)[number]

/** What each variant of a switch does, by its name; the first is the default. */
export type Variants = Readonly<Record<string, string>>

/** A choice of a workspace: by the number of an assumption, `A-16-1=refused`, or with a name, `A-16-1.taken=refused`. */
export interface Switch {
  readonly variants: Variants
}

export interface Assumption extends Partial<Switch> {
  /** What the document says, or that it is silent. */
  readonly says: string
  readonly does: string
  readonly why: string
  /** An invention without it. */
  readonly known?: Provenance
}
