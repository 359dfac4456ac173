import { useRef } from 'preact/hooks'
import type { E8Result } from '#src/client/generated/interface.ts'
import { callOperation } from './operations.ts'
import { useLoaded } from './use-loaded.ts'

/** A user as E8 answers it. */
export type Person = E8Result[number]

/** Users by their ids. */
export type People = ReadonlyMap<number, Person>

/** The most ids that E8 takes, and the most calls for one view. */
const MAX_IDS = 100
const MAX_CALLS = 10

/** The users with these ids; one that E8 does not answer is absent, so a view shows the id. */
export const usePeople = (ids: readonly number[]): People => {
  const wanted = [...new Set(ids)].sort((a, b) => a - b).slice(0, MAX_IDS * MAX_CALLS)
  const { data } = useLoaded((signal) => readPeople(wanted, signal), wanted, { isLive: false })
  // Names stay while those of further ids are being read.
  const kept = useRef<People>(new Map())
  if (data) kept.current = data
  return kept.current
}

const readPeople = async (ids: readonly number[], signal: AbortSignal): Promise<People> => {
  const people = new Map<number, Person>()
  for (let start = 0; start < ids.length; start += MAX_IDS) {
    const userIds = ids.slice(start, start + MAX_IDS)
    const found = await callOperation<E8Result>('E8', { userIds }, { isUntracked: true, signal })
    for (const person of found) people.set(person.id, person)
  }
  return people
}
