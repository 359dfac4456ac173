import { type Static, Type } from '@sinclair/typebox'
import { WorkspaceFixtures } from '../contract/fixtures.ts'
import { Labels, WantedLabel } from '../contract/labels.ts'
import { Quota } from '../contract/quota.ts'
import { MapOf, TextUpTo, Text as WantedText } from '../contract/resources/primitives.ts'
import {
  Amount,
  ByName,
  Flag,
  MachineInstant,
  Part,
  Shape,
  Text,
  TextOrNull,
  TypedAs,
  WantedCount,
  WholeNumberOrNull,
} from '../contract/shapes.ts'
import { WorkspaceName } from '../contract/workspace-name.ts'
import { VariationOrNull, VariationSetting } from '../instruments/variation/variation-schema.ts'
import { LIMITS } from '../kernel/limits.ts'
import { ClockMode, ClockSetting } from './clock.ts'

export const WorkspaceOptions = Shape('WorkspaceOptions', 'Options of a new workspace', {
  name: Type.Optional(WorkspaceName),
  seed: Type.Optional(
    TextUpTo(LIMITS.seedName, {
      minLength: 1,
      description:
        '`demo`, `minimal` or the path of a folder of seed files on the server; default: the default seed',
    }),
  ),
  ttlMs: Type.Optional(
    WantedCount(
      'Lifetime, ms; default: the lifetime in the settings, else the workspace lives until it is deleted',
      LIMITS.workspaceMs.max,
    ),
  ),
  clock: Type.Optional(ClockSetting),
  assume: Type.Optional(
    TypedAs(
      'Partial<Variants>',
      MapOf(WantedText, LIMITS.freeKeys, {
        description: "Variants by the numbers of assumptions, such as `{ 'A-20-1': 'envelope' }`",
      }),
    ),
  ),
  variation: Type.Optional(VariationSetting),
  quota: Type.Optional(Quota),
  labels: Type.Optional(Labels),
})
export type WorkspaceOptions = Static<typeof WorkspaceOptions>

const identity = {
  id: Text('Eight hexadecimal digits; all credentials of the workspace start with them'),
  name: Text('Unique name'),
  baseUrl: Text('Base URL of this workspace'),
}

const summary = {
  ...identity,
  seed: Text(
    'Seed that it was created from and that a reset restores: `demo`, `minimal` or a folder',
  ),
  createdAtMs: MachineInstant('When it was created'),
  lastUsedAtMs: MachineInstant('Time of the last call'),
  expiresAtMs: Type.Union([MachineInstant('When it is deleted'), Type.Null()], {
    description: 'When it is deleted, epoch ms by the clock of the machine; null for never',
  }),
  isOpen: Flag('Whether its database is open; a call opens it'),
  clock: ClockMode,
  variants: ByName(Text(), 'Chosen variants by the numbers of assumptions'),
  variation: VariationOrNull,
  quota: Quota,
  labels: Labels,
  databaseBytes: WholeNumberOrNull('Size of its database, bytes; null if the file is missing'),
  fileBytes: WholeNumberOrNull(
    'Size of all files that its data refers to, bytes; null if its database has not been open since the start',
  ),
  snapshotBytes: Amount('Size of its snapshots together, bytes'),
  damage: TextOrNull(
    'What cannot be read, so that the server refuses calls to the workspace; null if no damage is known',
  ),
  damagedFiles: Amount('Number of its files that are known to be missing or altered'),
}

export const WorkspaceSummary = Shape('WorkspaceSummary', 'A workspace in a list', summary)
export type WorkspaceSummary = Static<typeof WorkspaceSummary>

export const WorkspaceList = Part('A page of the workspaces', {
  workspaces: Type.Array(WorkspaceSummary, { description: 'The workspaces of the page' }),
  total: Amount('Number of workspaces on all pages'),
  next: TextOrNull('Value of `after` for the next page; null on the last page'),
})

export const WorkspacePage = Type.Object({
  label: Type.Optional(
    Type.Union([WantedLabel, Type.Array(WantedLabel, { maxItems: LIMITS.labels.max })], {
      description:
        'Only workspaces with this label, such as `team=web`; repeat it for workspaces that have all of the labels',
    }),
  ),
  after: Type.Optional(
    TextUpTo(LIMITS.text, {
      description: 'Id after which the page starts; default: the first page',
    }),
  ),
  limit: Type.Optional(
    WantedCount(
      `Maximum number of workspaces; default ${LIMITS.listedWorkspaces.max}`,
      LIMITS.listedWorkspaces.max,
    ),
  ),
})

export const WorkspaceDetail = Shape('WorkspaceDetail', 'A workspace with sizes and counts', {
  ...summary,
  sizeBytes: Amount('Size of its database, bytes'),
  fileBytes: Amount('Size of all files that its data refers to, bytes'),
  counts: ByName(Amount(), 'Number of rows of the main tables of its database'),
})
export type WorkspaceDetail = Static<typeof WorkspaceDetail>

export const CreatedWorkspace = Shape(
  'CreatedWorkspace',
  'A new workspace with everything you need to call it',
  {
    ...identity,
    accessToken: Text('Access token that never expires'),
    clientId: Text('Client id for requesting tokens'),
    clientKey: Text('Secret of the client'),
    fixtures: WorkspaceFixtures,
  },
)
export type CreatedWorkspace = Static<typeof CreatedWorkspace>
