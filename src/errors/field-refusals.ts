import { didYouMean } from './did-you-mean.ts'
import { quote } from './quote.ts'
import { fieldKind } from './refusal.ts'

/** Refusals of fields that do not fit the schema of their operation: `9002…`. */
export const FIELD_REFUSALS = {
  missingField: fieldKind(
    '90020001',
    'A required field is missing or null.',
    (field: string, expected: string) => `${field} is missing; expected ${expected}`,
  ),
  wrongType: fieldKind(
    '90020002',
    'A field has another type than expected.',
    (field: string, expected: string, given: string) =>
      `${field} must be ${expected}, got ${given}`,
  ),
  outOfRange: fieldKind(
    '90020003',
    'A number, text or list is outside its bounds.',
    (field: string, bounds: string) => `${field} must ${bounds}`,
  ),
  notAllowed: fieldKind(
    '90020004',
    'A field has a value that is not among the known ones.',
    (field: string, value: unknown, known: readonly (number | string)[]) =>
      `${field} is ${quote(value)}; known values are ${known.join(', ')}`,
  ),
  tooMany: fieldKind(
    '90020005',
    'A list is longer than the operation allows.',
    (field: string, limit: number, given: number) =>
      `${field} has ${given} elements; at most ${limit} are allowed, split larger sets into batches`,
  ),
  wrongFormat: fieldKind(
    '90020006',
    'A text does not have the expected form.',
    (field: string, expected: string, value: string) =>
      `${field} must be ${expected}, got ${quote(value)}`,
  ),

  unknownKey: fieldKind(
    '90020007',
    'An object has an unknown key (control plane).',
    (field: string, known: readonly string[]) => {
      const hint = didYouMean(field.split('.').at(-1) ?? '', known)
      const all = `nown properties are ${known.join(', ')}`
      return `${field} is not known here${hint === '' ? '; k' : `${hint} K`}${all}`
    },
  ),
} as const
