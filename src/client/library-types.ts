/** The types of the client that the library shows. */
export type { FollowOptions } from './follow-journal.ts'
export type * from './generated/control.ts'
export type * from './generated/operations.ts'
export type * from './generated/seed.ts'
export type * from './generated/states.ts'
export type { CallExpectation, JournalControl } from './journal-control.ts'
export type { FindingExpectation } from './judge.ts'
export type { CallOptions, OperationParam, OperationResult } from './operation-request.ts'
export type { WorkspaceHandle } from './server-client.ts'
export type { UploadedFile, UploadProgress } from './upload-blob.ts'
export type { UploadOptions, UploadSignal, UploadSource } from './upload-file.ts'
export type {
  ClockControl,
  FaultControl,
  RecordKind,
  RecordsOf,
  SeedFolder,
  SeedOptions,
  SetState,
  SnapshotControl,
  VariantChanges,
  VariantControl,
  VariationControl,
  WorkspaceControl,
} from './workspace-control.ts'
