import type { Store } from '../../db/store.ts'

/** The source of a new database: the bytes of a database, which must not change afterwards, or the name of an image. */
export type DatabaseSource = Uint8Array | string

/** Workspace databases by name: open ones, closed ones and images. */
export interface Databases {
  /** Called when a file could not be removed; the next start removes it. */
  onCleanupError: ((error: unknown) => void) | undefined
  /** The size of a source in bytes. */
  sizeOf(source: DatabaseSource): number
  /** Makes a new database and returns the name to open it by. */
  create(source: DatabaseSource): string
  /** The same for a large source, while other calls run. */
  createInSteps(source: DatabaseSource): Promise<string>
  /** Moves the file of a database in and returns the name to open it by. */
  adopt(path: string): Promise<string>
  /** Makes a database ahead of need where that saves a wait. */
  prefetch(source: DatabaseSource, sizeBytes: number): void
  /** Opens a database, brought to the newest schema. */
  open(name: string): Store
  /** Whether a database can be closed and opened again without holding up other calls. */
  canClose(name: string, store: Store): boolean
  /** Closes a database so that it can be opened again. */
  close(name: string, store: Store): void
  /** Closes and removes a database; never fails. */
  discard(name: string, store: Store | undefined): void
  /** Keeps the content of an open database as an image and returns its name. */
  keepImage(databaseName: string, store: Store): string
  /** The same for a large one, while other calls run: the image has the state of its end, at which `look` runs. */
  keepImageInSteps<T>(store: Store, look: () => T): Promise<{ imageName: string; seen: T }>
  /** Removes an image; never fails. */
  removeImage(imageName: string): void
  /** Removes every database and image that no workspace names. */
  sweep(named: ReadonlySet<string>): void
  /** Removes prewarmed databases. */
  closeAll(): void
}
