// Relies on nothing but the document: codes, names and types, looked up by what tells elements apart.
import assert from 'node:assert/strict'
import * as client from './client.mjs'

const { call, fixtures, pack } = client
const { owner, viewer } = fixtures.users

const users = await call(client.QUERY_USERS, { userIds: [owner.id, viewer.id] })
assert.equal(users.code, '0')
const emails = new Map(users.result.map((user) => [user.id, user.email]))
assert.equal(emails.get(owner.id), owner.email)
assert.equal(emails.get(viewer.id), viewer.email)

const refused = await call(client.QUERY_USERS, {})
assert.notEqual(refused.code, '0')
assert.equal(refused.result, null)

await call(client.ADD_MEMBERS, { ...pack, crowdList: [{ crowdUniqueSign: 'new' }] })
const members = (await call(client.LIST_MEMBERS, pack)).result.result
assert.ok(members.some((member) => member.crowdUniqueSign === 'new'))

const file = (name) => ({ path: `upload/${name}`, name, size: 3, type: 'text/plain' })
const atoms = await call(client.CREATE_ATOMS, { fileList: [file('a.txt'), file('b.txt')] })
const { assetElementIdList } = atoms.result
assert.equal(new Set(assetElementIdList).size, 2)

const { successList, successMaterialIdList } = (
  await call(client.INGEST, { assetIdList: assetElementIdList })
).result
assert.deepEqual(new Set(successList), new Set(assetElementIdList))
assert.equal(successMaterialIdList.length, 2)
