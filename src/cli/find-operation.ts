import { OPERATIONS } from '../client/generated/constants.ts'
import type { OperationId } from '../client/generated/operations.ts'
import { didYouMean } from '../errors/did-you-mean.ts'
import { UsageError } from './client-command.ts'

const IDS = Object.keys(OPERATIONS) as OperationId[]

const lastSegment = (id: OperationId): string => OPERATIONS[id].path.split('/').at(-1) ?? ''

/** The operation that a number such as E22 means, or a part of its path such as add-asset. */
export const findOperation = (text: string): OperationId => {
  const byNumber = IDS.find((id) => id === text.toUpperCase())
  if (byNumber !== undefined) return byNumber
  const part = text.toLowerCase()
  const exact = IDS.filter((id) => lastSegment(id).toLowerCase() === part)
  const fitting =
    exact.length > 0 ? exact : IDS.filter((id) => OPERATIONS[id].path.toLowerCase().includes(part))
  const [found] = fitting
  if (found === undefined) throw new UsageError(describeUnknown(text))
  if (fitting.length === 1) return found
  const choices = fitting.map((id) => `${id} ${lastSegment(id)}`).join(', ')
  throw new UsageError(`"${text}" is part of several paths: ${choices}; give a number`)
}

const describeUnknown = (text: string): string => {
  const hint = didYouMean(text, [...IDS, ...IDS.map(lastSegment)])
  const expected = `give a number from ${IDS[0]} to ${IDS.at(-1)} or a part of a path such as add-asset`
  return `there is no operation "${text}"${hint || `; ${expected}`}`
}
