// Relies on the order of E10: members come back as they were added.
import assert from 'node:assert/strict'
import { ADD_MEMBERS, call, LIST_MEMBERS, pack } from './client.mjs'

const signs = ['one', 'two', 'three', 'four']
const crowdList = signs.map((crowdUniqueSign) => ({ crowdUniqueSign }))
await call(ADD_MEMBERS, { ...pack, crowdList, completeStatus: true })

const { result } = await call(LIST_MEMBERS, pack)
const listed = result.result.map((member) => member.crowdUniqueSign)
assert.deepEqual(listed.slice(-signs.length), signs)
