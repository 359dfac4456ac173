import { describeSettings } from '#src/config/describe-settings.ts'
import { Fixtures } from '#src/contract/fixtures.ts'
import { ApprovalView, Decision } from '#src/control/approvals.ts'
import { KnownRule } from '#src/control/assumptions.ts'
import { CheckedData } from '#src/control/check.ts'
import { ClockChange, ClockSetting, ClockState } from '#src/control/clock.ts'
import { Expectation } from '#src/control/expectations.ts'
import { JournalFilter } from '#src/control/journal.ts'
import { OwnKey } from '#src/control/keys.ts'
import { LibraryAccess, LibraryAssets, LibraryCollections } from '#src/control/library.ts'
import { Portals } from '#src/control/portals.ts'
import { Records } from '#src/control/records.ts'
import { ResetPart } from '#src/control/reset.ts'
import { SeedAdded } from '#src/control/seed.ts'
import { ServerInfo } from '#src/control/server.ts'
import { Snapshot } from '#src/control/snapshots.ts'
import { NamedState } from '#src/control/states.ts'
import { ChangeableAssumption } from '#src/control/variants.ts'
import { WorkspaceChanges } from '#src/control/workspace-changes.ts'
import {
  CreatedWorkspace,
  WorkspaceDetail,
  WorkspaceOptions,
  WorkspaceSummary,
} from '#src/control/workspace-schemas.ts'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { Coverage } from '#src/instruments/coverage/coverage-schema.ts'
import { Fault, FaultRule, UnusedFaultsReport } from '#src/instruments/faults/fault-schema.ts'
import { FindingsReport } from '#src/instruments/findings/findings-schema.ts'
import { JournalDetail, JournalPage, Verdict } from '#src/instruments/journal/journal-schema.ts'
import { JournalMark } from '#src/instruments/journal/mark-schema.ts'
import { VariationState } from '#src/instruments/variation/variation-schema.ts'
import { Seed } from '#src/seeds/seed-format.ts'
import { printConstants } from './print-constants.ts'
import { printInterfaceTypes } from './print-interface-types.ts'
import { printStartOptions } from './print-settings.ts'
import { printControlTypes, printOperationTypes, printSeedTypes } from './print-types.ts'
import { serverRoutes } from './server-routes.ts'

/** What the library takes from the control plane and gives to it, by the names of its types. */
const CONTROL_SHAPES = {
  WorkspaceOptions,
  CreatedWorkspace,
  WorkspaceChanges,
  WorkspaceSummary,
  WorkspaceDetail,
  Fixtures,
  ClockSetting,
  ClockState,
  ClockChange,
  ChangeableAssumption,
  VariationState,
  FaultRule,
  Fault,
  UnusedFaultsReport,
  JournalFilter,
  JournalPage,
  JournalDetail,
  JournalMark,
  OwnKey,
  Expectation,
  Verdict,
  FindingsReport,
  Snapshot,
  ResetPart,
  NamedState,
  SeedAdded,
  ApprovalView,
  Decision,
  Records,
  LibraryCollections,
  LibraryAssets,
  LibraryAccess,
  Portals,
  Coverage,
  KnownRule,
  CheckedData,
  ServerInfo,
}

/** The sources of parts that cannot import what they repeat, by their paths. */
export const generatedSources = async (): Promise<Record<string, string>> => ({
  'src/config/generated/start-options.ts': printStartOptions(describeSettings()),
  'src/client/generated/constants.ts': printConstants(CATALOGUE),
  'src/client/generated/control.ts': await printControlTypes(CONTROL_SHAPES),
  'src/client/generated/interface.ts': await printInterfaceTypes(CATALOGUE, await serverRoutes()),
  'src/client/generated/operations.ts': await printOperationTypes(CATALOGUE),
  'src/client/generated/seed.ts': await printSeedTypes(Seed),
})
