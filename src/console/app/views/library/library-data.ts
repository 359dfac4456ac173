import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { LibraryAssets, LibraryCollections } from '#src/client/generated/control.ts'
import { control } from '../../api/control.ts'
import { type Loaded, useLoaded } from '../../api/loaded.ts'
import { t } from '../../texts/words.ts'

/** An asset of the list. */
export type ListedAsset = LibraryAssets['assets'][number]

/** A collection of the tree. */
export type ListedCollection = LibraryCollections['collections'][number]

/** All collections that are shown, and how many there are. */
export interface Collections {
  readonly total: number
  readonly list: readonly ListedCollection[]
  readonly byId: ReadonlyMap<number, ListedCollection>
  /** Children by the id of their parent; roots under 0, and those whose parent is not shown. */
  readonly below: ReadonlyMap<number, readonly ListedCollection[]>
}

/** More collections than a person opens one by one. */
const MAX_PAGES = 10

/** The collections of the workspace. */
export const useCollections = (): Loaded<Collections> => useLoaded(readCollections, [])

const readCollections = async (signal: AbortSignal): Promise<Collections> => {
  const list: ListedCollection[] = []
  let total = 0
  let after: number | undefined
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const read = await control<LibraryCollections>('GET', '/library/collections', {
      query: { after },
      signal,
    })
    list.push(...read.collections)
    total = read.total
    if (read.next === null) break
    after = read.next
  }
  return { total, list, ...indexed(list) }
}

const indexed = (list: readonly ListedCollection[]): Pick<Collections, 'byId' | 'below'> => {
  const byId = new Map(list.map((collection) => [collection.id, collection]))
  const below = new Map<number, ListedCollection[]>()
  for (const collection of list) {
    const parent = byId.has(collection.parentId) ? collection.parentId : 0
    const beside = below.get(parent)
    if (beside) beside.push(collection)
    else below.set(parent, [collection])
  }
  return { byId, below }
}

/** More choices than this are no help; the rest is found in the tree. */
const MAX_CHOICES = 500

/** The choices of a collection: none, those of the tree, and one that is chosen beyond them. */
export const collectionChoices = (collections: Collections | undefined, chosen: string) => {
  const first = collections?.list.slice(0, MAX_CHOICES) ?? []
  const known = collections?.byId.get(Number(chosen))
  const shown = known && !first.includes(known) ? [known, ...first] : first
  return [
    { const: '', title: t('no collection') },
    ...shown.map(({ id, name }) => ({ const: String(id), title: `${name} · ${id}` })),
  ]
}

/** The assets of the list that are read so far. */
export interface AssetList {
  readonly total: number
  readonly assets: readonly ListedAsset[]
  /** Reads the next page, if there is one. */
  readonly more: () => void
}

const FIRST_PAGE = 200
const FURTHER_PAGE = 1_000

/** What followed the first page when it was read. */
interface Rest {
  readonly subject: string
  readonly assets: readonly ListedAsset[]
  readonly next: number | null
  /** How many assets there were below those that were read. */
  readonly unread: number
}

/** The assets of a collection, or all, with a text in their names; page by page, the newest read again when data changes. */
export const useAssets = (collection: number | undefined, query: string): Loaded<AssetList> => {
  const read = (after: number | undefined, limit: number, signal?: AbortSignal) =>
    control<LibraryAssets>('GET', '/library/assets', {
      query: { collection, query, after, limit },
      ...(signal && { signal }),
    })
  const first = useLoaded((signal) => read(undefined, FIRST_PAGE, signal), [collection, query])
  const subject = JSON.stringify([collection, query])
  const rest = useSignal<Rest | undefined>(undefined)
  const isReading = useRef(false)
  const { data } = first
  if (!data) return { ...first, data: undefined }
  const { assets, next } = joined(data, rest.value?.subject === subject ? rest.value : undefined)
  const readMore = async (): Promise<void> => {
    if (next === null || isReading.current) return
    isReading.current = true
    try {
      const page = await read(next, FURTHER_PAGE)
      const all = [...assets, ...page.assets]
      rest.value = { subject, assets: all, next: page.next, unread: page.total - all.length }
    } finally {
      isReading.current = false
    }
  }
  const more = (): void => {
    readMore().catch(() => undefined)
  }
  return { ...first, data: { total: data.total, assets, more } }
}

/** The first page as it is now and what followed it, unless assets below the first page have come or gone. */
const joined = (
  { assets, next, total }: LibraryAssets,
  rest: Rest | undefined,
): Pick<Rest, 'assets' | 'next'> => {
  const last = assets.at(-1)?.id ?? 0
  const kept = rest?.assets.filter(({ id }) => id < last) ?? []
  const isSame = rest !== undefined && total - assets.length - kept.length === rest.unread
  return isSame && next !== null
    ? { assets: [...assets, ...kept], next: rest.next }
    : { assets, next }
}
