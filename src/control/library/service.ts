import { prepared } from '../../db/store.ts'
import { resourcePath } from '../../domain/files/paths.ts'
import { notFound } from '../../errors/problem.ts'
import { MAX_INTEGER } from '../../kernel/ids.ts'
import type { Workspace } from '../../workspaces/workspace.ts'
import { counterOf } from '../rows.ts'
import type {
  AssetPageQuery,
  CollectionPageQuery,
  LibraryAssets,
  LibraryCollections,
} from './schema.ts'

type Collection = LibraryCollections['collections'][number]

const collectionPage = prepared((store) =>
  store.sqlite.prepare<{ after: number; limit: number }, Collection>(
    `SELECT id, name, parent_id AS parentId, root_id AS rootId, status, item_count AS itemCount,
       archive_path AS archivePath
     FROM collections WHERE id > :after ORDER BY id LIMIT (:limit + 0)`,
  ),
)

const countCollections = counterOf('collections')

/** A page of the collections of a workspace. */
export const listCollections = (
  { store }: Workspace,
  { after = 0, limit }: CollectionPageQuery,
): LibraryCollections => {
  const rows = collectionPage(store).all({ after, limit: limit + 1 })
  return { total: countCollections(store), ...pageFrom(rows, limit, 'collections') }
}

interface AssetWindow {
  collection: number
  query: string
  after: number
  limit: number
}

interface AssetRow extends Omit<LibraryAssets['assets'][number], 'thumbnail'> {
  firstPart: number | null
}

const FIRST = 'FROM sub_resources WHERE asset_id = assets.id ORDER BY position LIMIT 1'

const COLUMNS = `assets.id, name, extension, (SELECT media_type ${FIRST}) AS mediaType,
  (SELECT count(*) FROM sub_resources WHERE asset_id = assets.id) AS partCount,
  (SELECT total(size_bytes) FROM sub_resources WHERE asset_id = assets.id) AS size,
  status, approval_status AS approvalStatus, created_at_ms AS createTime, updated_at_ms AS updateTime,
  (SELECT id ${FIRST}) AS firstPart`

const MATCHES = `(:query = '' OR instr(lower(name), lower(:query)) > 0 OR CAST(assets.id AS text) = :query)`

/** The same questions about all assets, and about those of one collection, in the order of its key. */
const statementsFor = (source: string, id: string) =>
  prepared((store) => ({
    count: store.sqlite
      .prepare<Omit<AssetWindow, 'after' | 'limit'>, number>(
        `SELECT count(*) FROM ${source} AND (:collection = :collection) AND ${MATCHES}`,
      )
      .pluck(),
    page: store.sqlite.prepare<AssetWindow, AssetRow>(
      `SELECT ${COLUMNS} FROM ${source} AND (:collection = :collection) AND ${MATCHES}
         AND ${id} < :after ORDER BY ${id} DESC LIMIT (:limit + 0)`,
    ),
  }))

const allAssets = statementsFor('assets WHERE 1', 'assets.id')

const assetsInside = statementsFor(
  'collection_items JOIN assets ON assets.id = asset_id WHERE collection_id = :collection',
  'asset_id',
)

const isCollection = prepared((store) =>
  store.sqlite.prepare<[number], number>('SELECT 1 FROM collections WHERE id = ?').pluck(),
)

/** A page of the assets of a workspace, or of one of its collections, with signed URLs of their pictures. */
export const listAssets = (
  { store }: Workspace,
  { collection, query = '', after = MAX_INTEGER, limit }: AssetPageQuery,
  signed: (path: string) => string,
): LibraryAssets => {
  if (collection !== undefined && isCollection(store).get(collection) === undefined)
    throw notFound(`There is no collection ${collection}`)
  const { count, page } = (collection === undefined ? allAssets : assetsInside)(store)
  const wanted = { collection: collection ?? 0, query }
  const rows = page.all({ ...wanted, after, limit: limit + 1 }).map(({ firstPart, ...asset }) => ({
    ...asset,
    thumbnail: firstPart === null ? null : signed(resourcePath(firstPart, 'thumbnail')),
  }))
  return { total: count.get(wanted) ?? 0, ...pageFrom(rows, limit, 'assets') }
}

/** The rows of a page and the key of the next one, of rows of which one more was read than the page has. */
const pageFrom = <Row extends { readonly id: number }, Name extends string>(
  rows: readonly Row[],
  limit: number,
  name: Name,
): { [Key in Name]: Row[] } & { next: number | null } => {
  const shown = rows.slice(0, limit)
  return {
    [name]: shown,
    next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
  } as { [Key in Name]: Row[] } & { next: number | null }
}
