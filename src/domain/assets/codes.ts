import { bareMediaType } from '../../kernel/text.ts'

/** `ruleCheckStatusCode` by `ruleCheckStatus`: the status that the document has seen (A-4-7). */
export const RULE_CHECKS = { UNSUPPORTED_FORMAT: 0 } as const

/** The media type of a PDF. */
const PDF = 'application/pdf'

/** `pdfStatus` of a file by its media type: 1 for a PDF, else 0 (A-4-7). */
export const pdfStatusOf = (mediaType: string): number => (bareMediaType(mediaType) === PDF ? 1 : 0)
