import { type ChosenVariants, problemsOfVariants } from '../../contract/assumptions/index.ts'
import { badRequest } from '../../errors/problem.ts'
import type { ClockSetting } from '../../kernel/clock.ts'
import type { Sandbox } from '../../workspaces/sandbox.ts'

/** A clock as callers describe it: a mode, and the time that it begins with, epoch ms. */
export const clockSetting = (
  sandbox: Sandbox,
  { mode, now }: { mode: string; now?: number },
): ClockSetting => {
  if (mode === 'real') return { mode: 'real' }
  const machineNow = sandbox.machineClock.now()
  const nowMs = now ?? machineNow
  return mode === 'frozen'
    ? { mode: 'frozen', nowMs }
    : { mode: 'offset', offsetMs: nowMs - machineNow }
}

/** Variants of the list of assumptions that are chosen, beside those that the server's settings choose. */
export const variantsOf = (sandbox: Sandbox, assume: ChosenVariants): ChosenVariants => {
  const problems = problemsOfVariants(assume)
  if (problems.length > 0) throw badRequest(problems.join('; '))
  return { ...sandbox.options.variants, ...assume }
}
