// Relies on the body of E20: an empty object without an envelope.
import assert from 'node:assert/strict'
import { call, fixtures, QUERY_USERS, RENAME_VALUES } from './client.mjs'

const { attrCode, values } = fixtures.metadata
const { owner } = fixtures.users

const users = await call(QUERY_USERS, { userIds: [owner.id] })
assert.equal(users.code, '0')
assert.equal(users.result[0].email, owner.email)

assert.deepEqual(await call(RENAME_VALUES, { attrCode, attrValueList: values }), {})
