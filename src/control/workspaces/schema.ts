import { type Static, Type } from '@sinclair/typebox'
import { WorkspaceFixtures } from '../../contract/fixtures.ts'
import { Quota } from '../../contract/quota.ts'
import {
  ClosedObject,
  MapOf,
  TextUpTo,
  Text as WantedText,
} from '../../contract/resources/primitives.ts'
import { Amount, ByName, Flag, MachineInstant, Shape, Text } from '../../contract/shapes.ts'
import { UNPRINTABLE_RANGES } from '../../kernel/text.ts'
import { LIMITS } from '../../limits.ts'
import { VariationOrNull, VariationSetting } from '../../variation/variation-schema.ts'
import { ClockMode, ClockSetting } from '../clock/schema.ts'

const nameMax = LIMITS.workspaceName.max

/**
 * Characters that show nothing, with which a name would look like another one: hyphens of breaks, joiners but those of scripts
 * and emoji, and blanks of Hangul and Mongolian. Tags beyond them need patterns that not every reader of the document has.
 */
const INVISIBLE_RANGES =
  '\\u00ad\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b\\u2060-\\u206f\\u2800\\u3164\\uffa0\\ufff0-\\uffff'

/** The body that creates a workspace. */
export const WorkspaceOptions = Shape('WorkspaceOptions', 'Options of a new workspace', {
  name: Type.Optional(
    TextUpTo(LIMITS.workspaceName, {
      // It stands on terminals, and in paths, which would swallow `.` and `..`.
      pattern: `^(?!\\.{1,2}$|\\s|.*\\s$)[^${UNPRINTABLE_RANGES}${INVISIBLE_RANGES}]{1,${nameMax}}$`,
      description: `a name of 1 to ${nameMax} characters of any script, without control or invisible characters or space at its ends, neither . nor ..`,
    }),
  ),
  seed: Type.Optional(
    TextUpTo(LIMITS.seedName, {
      minLength: 1,
      description:
        '`demo`, `minimal` or the path of a folder of seed files on the server; without it the default seed',
    }),
  ),
  ttlMs: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LIMITS.workspaceMs.max,
      description: 'Lifetime, ms; without it the workspace stays until it is deleted',
    }),
  ),
  clock: Type.Optional(ClockSetting),
  assume: Type.Optional(
    MapOf(WantedText, LIMITS.freeKeys, {
      description: "Variants by the numbers of assumptions, such as `{ 'A-20-1': 'envelope' }`",
    }),
  ),
  variation: Type.Optional(VariationSetting),
  quota: Type.Optional(Quota),
})
export type WorkspaceOptions = Static<typeof WorkspaceOptions>

/** The path parameters of one workspace. */
export const WorkspaceParams = Type.Object({
  id: TextUpTo(LIMITS.text, { description: 'Id or name of the workspace' }),
})

const identity = {
  id: Text('Eight hexadecimal digits, with which all credentials of the workspace begin'),
  name: Text('Unique name'),
  baseUrl: Text('URL under which every path means this workspace'),
}

const summary = {
  ...identity,
  seed: Text('Seed that it was created from and is reset to: `demo`, `minimal` or a folder'),
  createdAtMs: MachineInstant('When it was created'),
  lastUsedAtMs: MachineInstant('When it was last called'),
  expiresAtMs: Type.Union([MachineInstant('When it is deleted'), Type.Null()], {
    description: 'When it is deleted, epoch ms by the clock of the machine; null for never',
  }),
  isOpen: Flag('Whether its database is open; a call opens it'),
  clock: ClockMode,
  variants: ByName(Text(), 'Chosen variants by the numbers of assumptions'),
  variation: VariationOrNull,
  quota: Quota,
}

/** A workspace as it is listed. */
export const WorkspaceSummary = Shape('WorkspaceSummary', 'A workspace as it is listed', summary)
export type WorkspaceSummary = Static<typeof WorkspaceSummary>

/** All workspaces. */
export const WorkspaceList = ClosedObject(
  { workspaces: Type.Array(WorkspaceSummary, { description: 'The workspaces' }) },
  { description: 'The workspaces' },
)

/** A workspace with sizes and counts. */
export const WorkspaceDetail = Shape('WorkspaceDetail', 'A workspace with sizes and counts', {
  ...summary,
  sizeBytes: Amount('Size of its database, bytes'),
  fileBytes: Amount('Size of all files that its data names, bytes'),
  counts: ByName(Amount(), 'Number of rows of the main tables of its database'),
})
export type WorkspaceDetail = Static<typeof WorkspaceDetail>

/** A new workspace with its credentials. */
export const CreatedWorkspace = Shape(
  'CreatedWorkspace',
  'A new workspace with all that is needed to call it',
  {
    ...identity,
    accessToken: Text('Access token that never expires'),
    clientId: Text('Client id, with which tokens are asked for'),
    clientKey: Text('Secret of the client'),
    fixtures: WorkspaceFixtures,
  },
)
export type CreatedWorkspace = Static<typeof CreatedWorkspace>
