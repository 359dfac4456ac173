import { ACCESS_REFUSALS } from './access-refusals.ts'
import { DATA_REFUSALS } from './data-refusals.ts'
import { FIELD_REFUSALS } from './field-refusals.ts'
import { Refusal } from './refusal.ts'
import { REQUEST_REFUSALS } from './request-refusals.ts'

/**
 * Every refusal that the server can answer. `10134011` is the document's ("Errors"); all others are
 * ours, `9` and seven digits, which cannot be mistaken for the service's.
 */
export const REFUSALS = {
  ...REQUEST_REFUSALS,
  ...ACCESS_REFUSALS,
  ...FIELD_REFUSALS,
  ...DATA_REFUSALS,
} as const

type Kinds = typeof REFUSALS

/** The name of a refusal. */
export type RefusalName = keyof Kinds

/** The factories to throw from: `throw refuse.noPermission()`. */
export const refuse = Object.fromEntries(
  Object.entries(REFUSALS).map(([name, { code, message, http, namesField }]) => [
    name,
    (...args: unknown[]) =>
      new Refusal(code, (message as (...args: unknown[]) => string)(...args), http, namesField),
  ]),
) as { [Name in keyof Kinds]: (...args: Parameters<Kinds[Name]['message']>) => Refusal }
