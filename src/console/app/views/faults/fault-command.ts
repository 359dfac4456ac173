import type { FaultRule } from '#src/client/generated/control.ts'
import { shellWord } from '#src/client/shell-word.ts'

/** The command line that adds a rule to a workspace, quoted for a POSIX shell. */
export const commandOf = (rule: FaultRule, workspace: string): string =>
  ['dam-sandbox fault add', ...option('workspace', workspace), ...optionsOf(rule)].join(' ')

const optionsOf = (rule: FaultRule): readonly string[] => {
  const { match, phase, effect, probability, times } = rule
  const hasOptions =
    probability === undefined && !effect.distribution && effect.failed === undefined
  if (!hasOptions) return option('rule', JSON.stringify(rule))
  return [
    ...option('operation', match.operation),
    ...option('outcome', match.code),
    ...option('actor', match.actor),
    ...option('nth', match.nth),
    ...option('body', match.body && JSON.stringify(match.body)),
    ...option('phase', phase),
    ...option('delay', effect.delayMs === undefined ? undefined : `${effect.delayMs}ms`),
    ...option('code', effect.code),
    ...option('status', effect.status),
    ...(['reset', 'truncate', 'malformed'] as const)
      .filter((name) => effect[name] === true)
      .map((name) => `--${name}`),
    ...option('times', times),
  ]
}

const option = (name: string, value: string | number | undefined): readonly string[] =>
  value === undefined ? [] : [`--${name} ${shellWord(String(value))}`]
