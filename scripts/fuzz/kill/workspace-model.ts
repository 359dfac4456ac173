import { type Client, RefusedError, UnansweredError } from '../core/client.ts'
import type { Random } from '../core/random.ts'
import { bare, type FuzzRequest } from '../core/request.ts'
import { createTenant, operationCall, type Tenant } from '../core/tenant.ts'
import { StoredObjects } from './stored-objects.ts'
import { UploadModel } from './uploads.ts'

type Members = readonly string[]

/** How many members one write adds: either all of them are there or none. */
const BATCH = 5

/** How many snapshots a workspace is given before they are removed. */
const MAX_SNAPSHOTS = 50

const KEPT_PACKS = 10

/**
 * One workspace that one client uses, with every state in which it may be: one while all is acknowledged,
 * two while a request is not answered.
 */
export class WorkspaceModel {
  readonly tenant: Tenant
  readonly uploads: UploadModel
  readonly objects: StoredObjects
  readonly client: Client
  readonly #at: string
  readonly #initial: Members
  readonly #snapshots = new Map<string, Members>()
  #states: readonly Members[]
  #archive: { bytes: Buffer; members: Members } | undefined
  #seededPacks: { id: number; members: Members; isAcknowledged: boolean }[] = []
  #written = 0

  private constructor(client: Client, tenant: Tenant, members: Members) {
    this.client = client
    this.tenant = tenant
    this.#at = `?workspace=${tenant.id}`
    this.#initial = members
    this.#states = [members]
    this.uploads = new UploadModel(client, tenant)
    this.objects = new StoredObjects(client, tenant)
  }

  static async create(client: Client): Promise<WorkspaceModel> {
    const tenant = await createTenant(client)
    const { id } = tenant.fixtures.crowdPack
    return new WorkspaceModel(client, tenant, await readMembers(client, tenant, id))
  }

  get id(): string {
    return this.tenant.id
  }

  async write(): Promise<void> {
    const added = Array.from({ length: BATCH }, (_, index) => `s${this.#written + index}`)
    this.#written += BATCH
    const crowdList = added.map((crowdUniqueSign) => ({ crowdUniqueSign }))
    const { corpId, source, id: crowdPackId } = this.tenant.fixtures.crowdPack
    const call = operationCall(this.tenant, 'E7', { source, corpId, crowdPackId, crowdList })
    await this.#change([...this.#current(), ...added], () => this.client.call(call))
  }

  async snapshot(): Promise<void> {
    await this.#keepFewSnapshots()
    const name = `n${this.#snapshots.size}-${this.#written}`
    const members = this.#current()
    await this.client.control('POST', `/snapshots${this.#at}`, { name })
    this.#snapshots.set(name, members)
  }

  async restore(random: Random): Promise<void> {
    if (this.#snapshots.size === 0) return this.snapshot()
    const [name, members] = random.pick([...this.#snapshots])
    await this.#replace(members, () =>
      this.client.control('POST', `/snapshots/${name}/restore${this.#at}`),
    )
  }

  async reset(): Promise<void> {
    await this.#replace(this.#initial, () =>
      this.client.control('POST', `/reset${this.#at}`, { parts: ['data'] }),
    )
  }

  async seed(): Promise<void> {
    const id = 900_000 + this.#written
    this.#written += 1
    const members = Array.from({ length: 50 }, (_, index) => `m${id}-${index}`)
    const pack = { id, members, isAcknowledged: false }
    this.#seededPacks.push(pack)
    const { corpId, source } = this.tenant.fixtures.crowdPack
    const states = { selfAgent: 0, isComplete: true, createdAtMs: 1 }
    await this.client.control('POST', `/seed${this.#at}`, {
      crowdPacks: [{ id, corpId, source, name: 'p', members, ...states }],
    })
    pack.isAcknowledged = true
  }

  /** Imports an earlier export of itself. */
  async import(): Promise<void> {
    const path = `/_sandbox/export${this.#at}`
    if (!this.#archive) {
      const bytes = await this.client.done(bare('GET', path))
      this.#archive = { bytes, members: this.#current() }
      return
    }
    const { bytes: body, members } = this.#archive
    const headers = [['Content-Type', 'application/x-tar']] as const
    const request: FuzzRequest = { method: 'PUT', path, headers, body }
    await this.#replace(members, () => this.client.done(request))
  }

  /** Compares with what the server has; answers a sentence for each loss. */
  async check(): Promise<string[]> {
    const { id } = this.tenant.fixtures.crowdPack
    const found = await readMembers(this.client, this.tenant, id)
    const possible = this.#states
    this.#states = [found]
    const sizes = possible.map(({ length }) => length).join(' or ')
    const isKnown = possible.some((members) => keyOf(members) === keyOf(found))
    const losses = [
      ...(isKnown ? [] : [`${found.length} members; possible are ${sizes}`]),
      ...(await this.#lostSnapshots()),
      ...(await this.#lostSeeds()),
      ...(await this.uploads.check()),
      ...(await this.objects.check()),
    ]
    return losses.map((loss) => `${this.id}: ${loss}`)
  }

  /** A workspace has a bounded number of them, with those that a kill left unacknowledged. */
  async #keepFewSnapshots(): Promise<void> {
    const names = await this.#snapshotNames()
    if (names.length < MAX_SNAPSHOTS) return
    this.#snapshots.clear()
    for (const name of names) await this.client.control('DELETE', `/snapshots/${name}${this.#at}`)
  }

  async #snapshotNames(): Promise<string[]> {
    const { snapshots } = await this.client.control<{ snapshots: { name: string }[] }>(
      'GET',
      `/snapshots${this.#at}`,
    )
    return snapshots.map(({ name }) => name)
  }

  async #lostSnapshots(): Promise<string[]> {
    if (this.#snapshots.size === 0) return []
    const names = await this.#snapshotNames()
    const lost = [...this.#snapshots.keys()].filter((name) => !names.includes(name))
    return lost.map((name) => `snapshot ${name} was acknowledged and is not there`)
  }

  async #lostSeeds(): Promise<string[]> {
    const losses: string[] = []
    for (const { id, members, isAcknowledged } of this.#seededPacks) {
      const found = await readMembers(this.client, this.tenant, id).catch((error: unknown) => {
        if (error instanceof RefusedError) return undefined
        throw error
      })
      if (found ? keyOf(found) !== keyOf(members) : isAcknowledged)
        losses.push(`seeded crowd pack ${id} has ${found?.length ?? 'no'} members`)
    }
    this.#seededPacks = this.#seededPacks.slice(-KEPT_PACKS)
    return losses
  }

  #current(): Members {
    return this.#states[0] ?? []
  }

  async #replace(members: Members, action: () => Promise<unknown>): Promise<void> {
    this.uploads.forget()
    this.objects.forget()
    this.#seededPacks = []
    await this.#change(members, action)
  }

  /** Until it is answered, a change may have happened or not. */
  async #change(members: Members, action: () => Promise<unknown>): Promise<void> {
    const before = this.#current()
    this.#states = [before, members]
    try {
      await action()
      this.#states = [members]
    } catch (error) {
      if (!(error instanceof UnansweredError)) this.#states = [before]
      throw error
    }
  }
}

const keyOf = (members: Members): string => [...members].sort().join()

const readMembers = async (
  client: Client,
  tenant: Tenant,
  crowdPackId: number,
): Promise<Members> => {
  const { corpId, source } = tenant.fixtures.crowdPack
  const { result } = await client.call<{ result: { crowdUniqueSign: string }[] }>(
    operationCall(tenant, 'E10', { source, corpId, crowdPackId }),
  )
  return result.map(({ crowdUniqueSign }) => crowdUniqueSign)
}
