import { type Static, Type } from '@sinclair/typebox'
import { badRequest } from '../../contract/errors/problem.ts'
import { Count, TextUpTo } from '../../contract/resources/primitives.ts'
import { WantedAmount } from '../../contract/shapes.ts'
import { describeError } from '../../contract/validation/describe-error.ts'
import { findError } from '../../contract/validation/validator.ts'
import { LIMITS } from '../../kernel/limits.ts'

export const ENTRIES = { manifest: 'manifest.json', database: 'workspace.sqlite' } as const

export const FORMAT = 1 as const

/** The manifest of an export; `exportedAtMs` is an instant of the clock of its workspace. */
const Manifest = Type.Object({
  format: Type.Literal(FORMAT),
  schema: Count,
  seed: TextUpTo(LIMITS.seedName, { minLength: 1 }),
  exportedAtMs: WantedAmount('When it was exported', LIMITS.clockMs.max),
  /** The identity of the workspace, in an archive that is made from a backup. */
  workspace: Type.Optional(Type.Unknown()),
})

export type Manifest = Static<typeof Manifest>

export const readManifest = (bytes: Buffer): Manifest => {
  const manifest = parse(bytes)
  const format = (manifest as Partial<Manifest> | null)?.format
  if (typeof format === 'number' && format > FORMAT)
    throw badRequest(
      `${ENTRIES.manifest}: format is ${format}; this version reads ${FORMAT}, a newer version of the program is needed`,
    )
  const wrong = findError(Manifest, manifest)
  if (wrong) throw badRequest(`${ENTRIES.manifest}: ${describeError(wrong, 'it')}`)
  return manifest as Manifest
}

const parse = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw badRequest(`${ENTRIES.manifest} is not JSON`)
  }
}
