// A data folder of the built server whose demo workspace has a thousand to a million of everything, the same at every run.
import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'

const NOW = 1_790_000_000_000

/** What `grow` fills, for the calls of the measurement: pack, block, first ids, and the time between two tasks. */
export const GROWN = {
  packId: 990_001,
  blockId: 601,
  asset: 10_000_000,
  collection: 5_000_000,
  firstTaskMs: NOW,
  taskMs: 3_600,
}

/** How many rows one transaction writes. */
const SLICE = 50_000

/** `n` counts from 1 to the share of the size; rows copy the columns of the demo's that do not grow. */
const FILLS = [
  {
    share: 1,
    statement: `INSERT INTO assets SELECT ${GROWN.asset} + n, 'Grown asset ' || n, extension, 3, importance, tags,
      customer_life_cycle_rule_tag_code, create_user, update_user, ${NOW} - n, ${NOW} - n, is_download, risk_level,
      watermark, template_generate_count, stick_top, dummy, asset_tag_status, maplex_status, is_dam, import_url,
      scenario_visibility, rule_check_status_code, rule_check_status, analysis_status, status
      FROM numbers JOIN assets ON id = 100001`,
  },
  {
    share: 1,
    statement: `INSERT INTO asset_rights SELECT ${GROWN.asset} + n, 3, 0, 3 FROM numbers`,
  },
  {
    share: 1,
    statement: `INSERT INTO portal_contents SELECT ${GROWN.asset} + n, ${GROWN.blockId}, ${GROWN.asset} + n,
      'Grown content ' || n, 'Text of ' || n, 'grown content ' || n || char(10) || 'text of ' || n,
      ${NOW} - n, NULL, button_name, button_link_url FROM numbers JOIN portal_contents ON id = 80001`,
  },
  {
    share: 1,
    statement: `INSERT INTO portal_content_tags SELECT ${GROWN.asset} + n, 'grown-' || (n % 10) FROM numbers`,
  },
  {
    share: 0.1,
    statement: `INSERT INTO collections SELECT ${GROWN.collection} + n,
      iif(n % 100 = 1, 0, ${GROWN.collection} + n - (n - 1) % 100), ${GROWN.collection} + n - (n - 1) % 100,
      'Grown Collection ' || n, 'grown collection ' || n, NULL, 1001 + n % 60, 0, 1001 + n % 60, 1002, ${NOW} - n, ${NOW} - n, 10,
      iif((n - 1) / 100 % 10 > 0, NULL, 'GROWN-' || ((n - 1) / 100) || iif(n % 100 = 1, '', '/' || n)) FROM numbers`,
  },
  {
    share: 0.1,
    statement: `INSERT INTO collection_ancestors SELECT ${GROWN.collection} + n, ${GROWN.collection} + n FROM numbers
      UNION ALL SELECT ${GROWN.collection} + n, ${GROWN.collection} + n - (n - 1) % 100 FROM numbers WHERE n % 100 <> 1`,
  },
  {
    share: 0.1,
    statement: `INSERT INTO collection_rights SELECT ${GROWN.collection} + n, 3, 0, 1 FROM numbers WHERE n % 100 = 1`,
  },
  {
    share: 1,
    statement: `INSERT INTO collection_items SELECT ${GROWN.collection} + 1 + (n - 1) / 10, ${GROWN.asset} + n, ${NOW} - n
      FROM numbers`,
  },
  {
    share: 1,
    statement: `INSERT INTO crowd_members SELECT 10000000 + n, ${GROWN.packId}, printf('%032x', n * 2654435761)
      FROM numbers`,
  },
  {
    share: 0.5,
    statement: `INSERT INTO approvals SELECT 1000000 + n, 81, 'Grown approval ' || n, 'Grown', 'APPROVAL', '{}', 1002,
      'IN_PROGRESS', ${NOW} + n FROM numbers`,
  },
  {
    share: 0.5,
    statement: `INSERT INTO approval_objects SELECT 1000000 + n, ${GROWN.asset} + n, ${GROWN.asset} + n FROM numbers`,
  },
  {
    share: 1,
    statement: `INSERT INTO approval_tasks SELECT 1000000 + n, printf('%08x-0000-4000-8000-%012x', n, n),
      1000000 + (n + 1) / 2, 'task' || (2 - n % 2), 1 - n % 2, 'Grown approval', 'RESOURCE_PUBLISHMENT', 'APPROVAL',
      1002, 1001, iif(n % 2, 'APPROVED', 'IN_PROGRESS'), ${NOW} + n * ${GROWN.taskMs},
      iif(n % 2, ${NOW} + n * ${GROWN.taskMs} + 1, NULL), NULL FROM numbers`,
  },
]

/** Files of the assets share the ids of assets, so theirs follow those of the largest size. */
const SUB_RESOURCES = (database) => {
  const columns = database
    .prepare(`SELECT name FROM pragma_table_info('sub_resources')`)
    .pluck()
    .all()
  const changed = {
    id: `${GROWN.asset + 10_000_000} + n`,
    asset_id: `${GROWN.asset} + n`,
    path: `'library/grown/' || n || '.jpg'`,
  }
  return `INSERT INTO sub_resources (${columns}) SELECT ${columns.map((name) => changed[name] ?? name)}
    FROM numbers JOIN sub_resources ON id = 500001`
}

const PACK = `INSERT INTO crowd_packs (id, corp_id, source, name, self_agent, is_complete, created_at_ms)
  SELECT ${GROWN.packId}, corp_id, source, 'Grown pack', self_agent, is_complete, ${NOW} FROM crowd_packs WHERE id = 2101`

/** What the server has counted, so that its next ids are free. */
const SEQUENCES = [
  ['assetOrFile', GROWN.asset + 20_000_000],
  ['approval', 5_000_000],
  ['approvalTask', 5_000_000],
  ['crowdMember', 20_000_000],
]

const fill = (database, size) => {
  const slice = (statement) => {
    const prepared = database.prepare(
      statement.replace(
        /^INSERT INTO (\S+( \([^)]*\))?)/,
        `INSERT INTO $1 WITH RECURSIVE numbers (n) AS (SELECT CAST(? AS INTEGER) UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)`,
      ),
    )
    return database.transaction((from, to) => prepared.run(from, to))
  }
  database.prepare(PACK).run()
  for (const { share, statement } of [...FILLS, { share: 1, statement: SUB_RESOURCES(database) }]) {
    const count = Math.floor(size * share)
    const write = slice(statement)
    for (let from = 1; from <= count; from += SLICE) write(from, Math.min(count, from + SLICE - 1))
  }
  const reserve = database.prepare('UPDATE sequences SET last = max(last, ?) WHERE name = ?')
  for (const [name, last] of SEQUENCES) reserve.run(last, name)
}

/** Copies the data folder of a stopped server and fills the database of its only workspace. */
export const growFolder = (source, target, size) => {
  cpSync(source, target, { recursive: true })
  const databases = join(target, 'databases')
  const name = readdirSync(databases).find((file) => /^database\.\d+$/.test(file))
  const database = new Database(join(databases, name))
  try {
    database.pragma('foreign_keys = OFF')
    database.pragma('synchronous = OFF')
    fill(database, size)
    database.pragma('wal_checkpoint(TRUNCATE)')
    const broken = size <= 30_000 ? database.pragma('foreign_key_check') : []
    if (broken.length > 0)
      throw new Error(`rows without their parent: ${JSON.stringify(broken[0])}`)
  } finally {
    database.close()
  }
}
