import { CallerError, type HttpProblem, PROBLEMS } from './caller-error.ts'

export class Problem extends CallerError {
  override name = 'Problem'

  constructor(problem: HttpProblem, detail: string) {
    super(detail, problem)
  }
}

export const notFound = (detail: string): Problem => new Problem(PROBLEMS.notFound, detail)

export const badRequest = (detail: string): Problem => new Problem(PROBLEMS.badRequest, detail)

export const conflict = (detail: string): Problem => new Problem(PROBLEMS.conflict, detail)
