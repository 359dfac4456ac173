import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrateToNewest } from '#src/db/migrate.ts'
import { openInMemory } from '#src/db/open-database.ts'
import { shippedFolders } from '#src/start/shipped-folders.ts'
import { NOW } from './databases.ts'
import { freshFolder } from './process.ts'

/** A database as an earlier version of the program made it, with its first `schema` migrations and some rows. */
export const olderDatabase = (schema: number, statements: string): Buffer => {
  const folder = freshFolder()
  mkdirSync(join(folder, 'workspace'), { recursive: true })
  cpSync(join(shippedFolders().migrations, 'workspace'), join(folder, 'workspace'), {
    recursive: true,
  })
  const path = join(folder, 'workspace/meta/_journal.json')
  const journal = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, schema) }))
  const database = openInMemory()
  try {
    migrateToNewest(database, 'workspace', folder)
    database.exec(statements)
    return database.serialize()
  } finally {
    database.close()
  }
}

/** Puts a database in the place of every database and image of a stopped data folder. */
export const replaceDatabases = (data: string, database: Uint8Array): void => {
  const folder = join(data, 'databases')
  for (const name of readdirSync(folder))
    if (/^(database|image)\.\d+$/.test(name)) writeFileSync(join(folder, name), database)
    else rmSync(join(folder, name))
}

/** The last schema in which archive groups were no collections, and assets and files had ids of their own. */
export const SCHEMA_4 = 4

const asset = (id: number, name: string): string =>
  `INSERT INTO assets VALUES (${id}, '${name}', 'png', 0, 0, '', '', 1, 1, ${NOW}, ${NOW}, 1, 0, '', 0, 0, 0, 0,
     0, 1, '', 'ALL_VISIBLE', 0, 'UNSUPPORTED_FORMAT', 0, 0);
   INSERT INTO asset_rights VALUES (${id}, 1, 1, 1);`

const part = (id: number, assetId: number): string =>
  `INSERT INTO sub_resources (id, asset_id, position, name, extension, media_type, file_format_type, res_type,
     size_bytes, path, key_name, pdf_status, asset_status, public_read, created_at_ms, updated_at_ms)
   VALUES (${id}, ${assetId}, 0, 'part.png', 'png', 'image/png', 'picture', 0, 9, 'a/${id}.png', '${id}.png', 0, 0, 0,
     ${NOW}, ${NOW});`

const atom = (id: number, assetId: number | null = null): string =>
  `INSERT INTO atoms (id, path, name, extension, size_bytes, media_type, create_user, created_at_ms, asset_id)
   VALUES (${id}, 'a/${id}.png', 'atom-${id}.png', 'png', 9, 'image/png', 1, ${NOW}, ${assetId});`

const collection = (id: number, name: string): string =>
  `INSERT INTO collections VALUES (${id}, 0, ${id}, '${name}', lower('${name}'), NULL, 1, 0, 1, 1, ${NOW}, ${NOW}, 0);
   INSERT INTO collection_ancestors VALUES (${id}, ${id});`

const group = (id: number, rootId: number, path: string): string =>
  `INSERT INTO archive_groups VALUES (${id}, ${rootId}, '${path.split('/').at(-1)}', '${path}');`

/**
 * A library of schema 4: atoms before and after ingestion, two of which have the id of an asset and of a part; archive
 * groups, two of which have ids of collections; users with and without the flag of an administrator.
 */
export const LIBRARY_OF_SCHEMA_4 = [
  `INSERT INTO departments VALUES (1, NULL, 'All');
   INSERT INTO users VALUES
     (1, 'owner@example.com', 'owner@example.com', 'Owner', 0, 1, 1, '1', 1, 0, 1, ${NOW - 1}, NULL, 1, 0),
     (2, 'chief@example.com', 'chief@example.com', 'Chief', 0, 1, 1, '2', 1, 0, 1, ${NOW}, NULL, 0, 1),
     (3, 'viewer@example.com', 'viewer@example.com', 'Viewer', 0, 1, 1, '3', 1, 0, 1, ${NOW}, NULL, 0, 0);
   INSERT INTO data_roles VALUES (1, 'ownerRole', 'Owner', 1, 1);`,
  asset(100_001, 'ingested'),
  part(500_001, 100_001),
  atom(700_001, 100_001),
  atom(700_002),
  asset(100_002, 'twin'),
  part(500_002, 100_002),
  atom(100_002),
  atom(500_002),
  collection(3_001, 'First'),
  collection(3_002, 'Second'),
  group(6_001, 6_001, 'ÖL'),
  group(6_002, 6_001, 'ÖL/ÄTHER 100%_'),
  group(6_003, 6_001, 'ÖL/ÄTHER 100%_/TIEF'),
  group(6_004, 6_004, 'ÖL2'),
  group(3_001, 3_001, 'TAKEN'),
  group(3_002, 3_001, 'TAKEN/BELOW'),
  group(6_005, 3_001, 'TAKEN/BELOW/FREE'),
  group(880_001, 880_001, 'STATE-880001'),
  group(880_002, 880_001, 'STATE-880001/SPRING'),
  group(880_003, 880_001, 'STATE-880001/AUTUMN'),
  group(880_004, 880_001, 'STATE-880001/SPRING/TEA'),
  `INSERT INTO named_states VALUES
     ('archive-groups', '{"rootId":880001,"groupIds":[880002,880003,880004],"groupPaths":["STATE-880001/SPRING",' ||
       '"STATE-880001/AUTUMN","STATE-880001/SPRING/TEA"]}'),
     ('atom-not-ingested', '{"atomId":700003}'),
     ('asset-ingested', '{"assetId":100003,"subResourceId":500003,"atomId":700004}');`,
  atom(700_003),
  asset(100_003, 'state'),
  part(500_003, 100_003),
  atom(700_004, 100_003),
  `INSERT INTO process_definitions VALUES (81, 'Ingestion', 'RESOURCE_PUBLISHMENT');
   INSERT INTO approvals VALUES (9001, 81, 'Old', '', 'MATERIAL', '{}', 1, 'IN_PROGRESS', ${NOW});
   INSERT INTO approval_objects VALUES (9001, 100001);
   INSERT INTO approval_tasks VALUES
     (1, '206cf657-18e4-47f8-baa3-5882badfa405', 9001, 'task1', 0, 'Old', 'RESOURCE_PUBLISHMENT', 'APPROVAL', 1, 2,
      'IN_PROGRESS', ${NOW}, NULL, NULL);
   INSERT INTO sequences VALUES ('asset', 100900), ('subResource', 500900), ('atom', 700900), ('approval', 9001),
     ('approvalTask', 1), ('stateItem', 880004), ('user', 1001);`,
].join('\n')
