import { asc, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jsonFlag, jsonList, jsonObject, jsonStored } from '#src/db/json-object.ts'
import { socialPosts } from '#src/db/tables/workspace/social.ts'
import { MAX_INTEGER } from '#src/kernel/ids.ts'
import { joinObjects } from '#src/kernel/join-objects.ts'
import { openStore } from '#test/kit/store.ts'

const ODD = [
  '\u0000',
  'a\u0000b',
  '"\\/\'',
  '\b\f\n\r\t\u000b\u001f\u007f\u0080',
  '\u2028\u2029\ufeff\ufffe\uffff',
  '汀屿茶 😀 𝒳 é',
  '{"a":[1]}',
  '[1]',
  'null',
  '',
]

/** A query that makes the text of an object of its parameters. */
const objectOf = () => {
  const { store } = openStore()
  const query = store.orm
    .select({
      text: jsonObject<Record<'text' | 'number' | 'flag' | 'stored' | 'inner', unknown>>({
        text: sql.placeholder('text') as never,
        number: sql`CAST(${sql.placeholder('number')} AS INTEGER)`,
        flag: jsonFlag(sql.placeholder('flag') as never),
        stored: jsonStored(sql.placeholder('stored') as never),
        inner: jsonObject<{ text: string }>({ text: sql.placeholder('text') as never }),
      }),
    })
    .from(sql`(SELECT 1)`)
    .prepare()
  return (values: object): string => query.get({ ...values })?.text ?? ''
}

const whole = fc.integer({ min: -MAX_INTEGER, max: MAX_INTEGER })

describe('an object that the database makes', () => {
  test('is the text that JSON.stringify makes of the same values', () => {
    const made = objectOf()
    const text = fc.oneof(fc.constantFrom(...ODD), fc.string({ unit: 'binary' }), fc.constant(null))
    const stored = fc.option(fc.array(whole))
    fc.assert(
      fc.property(text, fc.option(whole), fc.boolean(), stored, (text, number, flag, stored) => {
        const values = {
          text,
          number,
          flag: Number(flag),
          stored: stored && JSON.stringify(stored),
        }
        expect(made(values)).toBe(JSON.stringify({ text, number, flag, stored, inner: { text } }))
      }),
      { numRuns: 500 },
    )
  })

  test('is one of a list in the order wanted', () => {
    const { store } = openStore()
    const { id, title } = socialPosts
    const query = store.orm
      .select({ list: jsonList(jsonObject<{ id: number; title: string }>({ id, title }), asc(id)) })
      .from(socialPosts)
    const rows = store.orm.select({ id, title }).from(socialPosts).orderBy(asc(id)).all()
    expect(rows.length).toBeGreaterThan(3)
    expect(query.get()?.list).toBe(JSON.stringify(rows))
  })

  test('is joined with others field by field', () => {
    const [first, second, third] = [{ a: 1, b: '}{' }, { c: [] }, { d: { e: null } }]
    const texts = [second, third].map((value) => JSON.stringify(value))
    expect(joinObjects(JSON.stringify(first), ...texts)).toBe(
      JSON.stringify({ ...first, ...second, ...third }),
    )
  })
})
