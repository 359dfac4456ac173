import type { Fixtures } from '../../kit/http.ts'
import type { Random } from '../core/random.ts'
import { type Client, RefusedError, UnansweredError } from './client.ts'
import { UploadModel } from './uploads.ts'

/** The members of a crowd pack: what a workspace is known by. */
type Members = readonly string[]

interface CreatedWorkspace {
  readonly id: string
  readonly accessToken: string
  readonly fixtures: Fixtures
}

/** How many members one write adds: either all of them are there or none. */
const BATCH = 5

/** How many snapshots a workspace is given before they are removed. */
const MAX_SNAPSHOTS = 50

/**
 * One workspace that one client uses, with every state in which it may be: one while all is acknowledged,
 * two while a request is not answered.
 */
export class WorkspaceModel {
  readonly id: string
  readonly uploads: UploadModel
  /** Sends one request at a time. */
  readonly client: Client
  readonly #created: CreatedWorkspace
  #states: readonly Members[]
  readonly #initial: Members
  readonly #snapshots = new Map<string, Members>()
  /** An archive with the members in it. */
  #archive: { bytes: Buffer; members: Members } | undefined
  #seededPacks: { id: number; members: Members; isAcknowledged: boolean }[] = []
  #written = 0

  private constructor(client: Client, created: CreatedWorkspace, members: Members) {
    this.client = client
    this.#created = created
    this.id = created.id
    this.#initial = members
    this.#states = [members]
    this.uploads = new UploadModel(client, created.id, created.accessToken)
  }

  /** Makes a workspace. */
  static async create(client: Client): Promise<WorkspaceModel> {
    const created = await client.control<CreatedWorkspace>('POST', '/workspaces', {
      seed: 'minimal',
    })
    const { crowdPack } = created.fixtures
    return new WorkspaceModel(client, created, await readMembers(client, created, crowdPack.id))
  }

  get accessToken(): string {
    return this.#created.accessToken
  }

  get fixtures(): Fixtures {
    return this.#created.fixtures
  }

  /** Adds members. */
  async write(): Promise<void> {
    const added = Array.from({ length: BATCH }, (_, index) => `s${this.#written + index}`)
    this.#written += BATCH
    const { crowdPack } = this.#created.fixtures
    const param = {
      source: crowdPack.source,
      corpId: crowdPack.corpId,
      crowdPackId: crowdPack.id,
      crowdList: added.map((crowdUniqueSign) => ({ crowdUniqueSign })),
    }
    await this.#change([...this.#current(), ...added], () =>
      this.client.operation('/v1/marketing/crowd/insert', this.#created.accessToken, param),
    )
  }

  /** A workspace has a bounded number of them, with those that a kill left unacknowledged. */
  async #keepFewSnapshots(): Promise<void> {
    const at = `?workspace=${this.id}`
    const { snapshots } = await this.client.control<{ snapshots: { name: string }[] }>(
      'GET',
      `/snapshots${at}`,
    )
    if (snapshots.length < MAX_SNAPSHOTS) return
    this.#snapshots.clear()
    for (const { name } of snapshots) await this.client.control('DELETE', `/snapshots/${name}${at}`)
  }

  async snapshot(): Promise<void> {
    await this.#keepFewSnapshots()
    const name = `n${this.#snapshots.size}-${this.#written}`
    const members = this.#current()
    await this.client.control('POST', `/snapshots?workspace=${this.id}`, { name })
    this.#snapshots.set(name, members)
  }

  async restore(random: Random): Promise<void> {
    if (this.#snapshots.size === 0) return this.snapshot()
    const [name, members] = random.pick([...this.#snapshots])
    this.uploads.forget()
    this.#seededPacks = []
    await this.#change(members, () =>
      this.client.control('POST', `/snapshots/${name}/restore?workspace=${this.id}`),
    )
  }

  async reset(): Promise<void> {
    this.uploads.forget()
    this.#seededPacks = []
    await this.#change(this.#initial, () =>
      this.client.control('POST', `/reset?workspace=${this.id}`, { parts: ['data'] }),
    )
  }

  /** Adds a crowd pack with members by a seed. */
  async seed(): Promise<void> {
    const id = 900_000 + this.#written
    this.#written += 1
    const members = Array.from({ length: 50 }, (_, index) => `m${id}-${index}`)
    const pack = { id, members, isAcknowledged: false }
    this.#seededPacks.push(pack)
    const { corpId, source } = this.#created.fixtures.crowdPack
    const row = {
      id,
      corpId,
      source,
      name: 'p',
      createdAtMs: 1,
      selfAgent: 0,
      isComplete: true,
      members,
    }
    await this.client.control('POST', `/seed?workspace=${this.id}`, { crowdPacks: [row] })
    pack.isAcknowledged = true
  }

  /** Imports an earlier export of itself. */
  async import(): Promise<void> {
    if (!this.#archive) {
      const path = `/_sandbox/export?workspace=${this.id}`
      const { status, body } = await this.client.raw({ method: 'GET', path, headers: [] })
      if (status !== 200) throw new RefusedError(status, 'export')
      this.#archive = { bytes: Buffer.from(body), members: this.#current() }
      return
    }
    const { bytes, members } = this.#archive
    this.uploads.forget()
    this.#seededPacks = []
    await this.#change(members, async () => {
      const { status, body } = await this.client.raw({
        method: 'PUT',
        path: `/_sandbox/export?workspace=${this.id}`,
        headers: [['Content-Type', 'application/x-tar']],
        body: bytes,
      })
      if (status >= 300) throw new RefusedError(status, body.toString())
    })
  }

  /** Compares with what the server has; answers a sentence for each loss. */
  async check(): Promise<string[]> {
    const losses: string[] = []
    const found = await readMembers(this.client, this.#created, this.#created.fixtures.crowdPack.id)
    const text = keyOf(found)
    if (!this.#states.some((members) => keyOf(members) === text))
      losses.push(
        `${this.id} has ${found.length} members; possible are ${this.#states.map(({ length }) => length).join(' or ')}`,
      )
    this.#states = [found]
    losses.push(...(await this.#checkSnapshots()), ...(await this.#checkSeeds()))
    losses.push(...(await this.uploads.check()).map((loss) => `${this.id}: ${loss}`))
    return losses
  }

  async #checkSnapshots(): Promise<string[]> {
    if (this.#snapshots.size === 0) return []
    const path = `/snapshots?workspace=${this.id}`
    const { snapshots } = await this.client.control<{ snapshots: { name: string }[] }>('GET', path)
    const names = new Set(snapshots.map(({ name }) => name))
    const lost = [...this.#snapshots.keys()].filter((name) => !names.has(name))
    return lost.map((name) => `snapshot ${name} of ${this.id} was acknowledged and is not there`)
  }

  async #checkSeeds(): Promise<string[]> {
    const losses: string[] = []
    for (const { id, members, isAcknowledged } of this.#seededPacks) {
      const found = await readMembers(this.client, this.#created, id).catch((error: unknown) => {
        if (error instanceof RefusedError) return undefined
        throw error
      })
      if (found ? keyOf(found) !== keyOf(members) : isAcknowledged)
        losses.push(`seeded crowd pack ${id} of ${this.id} has ${found?.length ?? 'no'} members`)
    }
    this.#seededPacks = this.#seededPacks.slice(-10)
    return losses
  }

  #current(): Members {
    const [members = []] = this.#states
    return members
  }

  /** Until it is answered, a change may have happened or not. */
  async #change(members: Members, act: () => Promise<unknown>): Promise<void> {
    const before = this.#current()
    this.#states = [before, members]
    try {
      await act()
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
  { accessToken, fixtures }: CreatedWorkspace,
  crowdPackId: number,
): Promise<Members> => {
  const { corpId, source } = fixtures.crowdPack
  const { result } = await client.operation<{ result: { crowdUniqueSign: string }[] }>(
    '/v1/marketing/crowd/list',
    accessToken,
    { source, corpId, crowdPackId },
  )
  return result.map(({ crowdUniqueSign }) => crowdUniqueSign)
}
