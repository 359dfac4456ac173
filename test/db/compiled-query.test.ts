import { asc, eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openInMemory } from '#src/db/open-database.ts'
import { Store } from '#src/db/store.ts'
import { departments, users } from '#src/db/tables/workspace/users.ts'

const store = new Store(openInMemory())
/** The builder with its own session, which the compiled queries must agree with. */
const own = drizzle({ client: store.sqlite, casing: 'snake_case' })

beforeAll(() => {
  store.sqlite.exec(`
    CREATE TABLE departments (id INTEGER PRIMARY KEY, parent_id INTEGER, name TEXT);
    CREATE TABLE users (id INTEGER PRIMARY KEY, email TEXT, nickname TEXT, has_phone INTEGER, dept_id INTEGER, line_manager_user_id INTEGER);
    INSERT INTO departments VALUES (1, NULL, 'all'), (2, 1, 'some');
    INSERT INTO users VALUES (7, 'a@example.com', 'A', 1, 2, NULL), (8, 'b@example.com', 'B', 0, 9, 7);
  `)
})

afterAll(() => store.close())

const columns = {
  id: users.id,
  hasPhone: users.hasPhone,
  manager: users.lineManagerUserId,
  doubled: sql<number>`${users.id} * 2`,
  listed: sql<number[]>`json_array(${users.id})`.mapWith((text: string) => JSON.parse(text)),
  named: sql<string>`upper(${users.nickname})`.as('named'),
}

const queriesOf = (orm: Store['orm']) => ({
  'of plain columns, expressions and decoded values': () =>
    orm.select(columns).from(users).orderBy(asc(users.id)).prepare().all(),
  'of a table': () => orm.select().from(departments).prepare().all(),
  'of objects inside': () =>
    orm
      .select({ department: departments, user: { id: users.id, hasPhone: users.hasPhone } })
      .from(users)
      .innerJoin(departments, eq(departments.id, users.deptId))
      .prepare()
      .all(),
  'of objects that an outer join makes null': () =>
    orm
      .select({ id: users.id, department: departments })
      .from(users)
      .leftJoin(departments, eq(departments.id, users.deptId))
      .orderBy(asc(users.id))
      .prepare()
      .all(),
  'by placeholders that are encoded': () =>
    orm
      .update(users)
      .set({ hasPhone: sql`${sql.param(sql.placeholder('hasPhone'), users.hasPhone)}` })
      .where(eq(users.id, sql.placeholder('id')))
      .returning({ hasPhone: users.hasPhone })
      .prepare()
      .all({ hasPhone: true, id: 7 }),
  'by values': () =>
    orm.select({ id: users.id }).from(users).where(eq(users.hasPhone, false)).all(),
  'of one row': () =>
    orm
      .select(columns)
      .from(users)
      .where(eq(users.id, sql.placeholder('id')))
      .prepare()
      .get({ id: 8 }),
  'without a row': () =>
    orm
      .select(columns)
      .from(users)
      .where(eq(users.id, sql.placeholder('id')))
      .prepare()
      .get({ id: 9 }),
  'that returns what it wrote': () =>
    orm
      .update(departments)
      .set({ name: 'every' })
      .where(eq(departments.id, 1))
      .returning({ id: departments.id, name: departments.name })
      .all(),
  'of text': () => orm.all(sql`SELECT ${1} AS one`),
})

test.each(Object.entries(queriesOf(store.orm)))(
  'a query %s answers as the query of the builder does',
  (name, ask) => {
    const expected = queriesOf(own as Store['orm'])[name as keyof ReturnType<typeof queriesOf>]()
    expect(ask()).toEqual(expected)
  },
)

test('a query refuses to run without the value of a placeholder', () => {
  const byId = store.orm
    .select()
    .from(departments)
    .where(eq(departments.id, sql.placeholder('id')))
  expect(() => byId.prepare().get()).toThrow('the query has no value for id')
})
