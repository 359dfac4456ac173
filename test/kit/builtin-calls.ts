import { syncBuiltinESMExports } from 'node:module'
import { onTestFinished, vi } from 'vitest'

/** Counts the calls of functions of a module of Node, also by those who have imported them, until the test ends. */
export const countBuiltinCalls = <T extends object>(
  module: T,
  names: readonly (keyof T)[],
): (() => number) => {
  const spies = names.map((name) => vi.spyOn(module, name as never))
  syncBuiltinESMExports()
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore()
    syncBuiltinESMExports()
  })
  return () => spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0)
}
