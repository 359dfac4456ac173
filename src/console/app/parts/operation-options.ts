import { OPERATIONS } from '#src/client/generated/constants.ts'
import type { SupportingRouteName } from '#src/client/generated/operations.ts'

/** Every supporting route; a name that is missing here does not compile. */
const SUPPORTING: Readonly<Record<SupportingRouteName, true>> = {
  'get-token': true,
  'refresh-token': true,
  'begin-upload': true,
  'show-upload': true,
  'abort-upload': true,
  'send-part': true,
  'send-file': true,
  download: true,
}

/** The operations by number with the end of their paths, and the supporting routes by name. */
export const operationOptions = (): { value: string; text: string }[] => [
  ...Object.entries(OPERATIONS).map(([id, { path }]) => ({
    value: id,
    text: `${id} · ${path.replace(/^\/(open-api\/standard|portal\/open)\/(v\d+\/|call\/)?/, '')}`,
  })),
  ...Object.keys(SUPPORTING).map((name) => ({ value: name, text: name })),
]
