import { FAULT_PHASES } from '../../client/generated/constants.ts'
import type {
  Fault,
  FaultEffect,
  FaultMatch,
  FaultPhase,
  FaultRule,
} from '../../client/generated/control.ts'
import { EXIT, UsageError } from '../cli-errors.ts'
import { answering, type CommandGroup, type CommandSpec, present } from '../command.ts'
import { readChoice, readDuration, readObject, readWhole } from '../readers.ts'
import { columns } from '../terminal.ts'

const readTimes = (text: string): number | 'always' => (text === 'always' ? text : readWhole(text))

const add: CommandSpec = {
  help: 'Add a fault rule.',
  options: {
    '--rule <json>': ['rule as JSON, instead of the options below', readObject],
    '--operation <number>': 'operation such as E9; * for every operation',
    '--outcome <code>': 'code of the outcome; 0 is success',
    '--actor <email>': 'acting user',
    '--nth <n>': ['first matching call that the rule acts on, from 1', readWhole],
    '--body <json>': [
      'part of the request body; a key such as /param/userIds/0 is a JSON Pointer',
      readObject,
    ],
    '--phase <phase>': [
      'phase; default during with --truncate and --malformed, after with --outcome, else before',
      readChoice(FAULT_PHASES),
    ],
    '--code <code>': 'code of a refusal to answer',
    '--delay <duration>': ['delay of the answer', readDuration],
    '--reset': 'reset of the connection',
    '--truncate': 'answer that is cut off',
    '--malformed': 'answer that is not valid JSON',
    '--status <status>': ['HTTP status to answer', readWhole],
    '--times <n or always>': ['number of calls that the rule acts on, default 1', readTimes],
  },
  examples: [
    'fault add --operation E9 --phase after --reset',
    'fault add --operation E8 --code 10134011 --times 2',
    `fault add --operation E22 --code 10134011 --body '{"/param/assetIds/0":100001}'`,
    `fault add --rule '{"match":{"operation":"E21"},"phase":"before","effect":{"failed":1}}'`,
  ],
  run: answering(
    ({ control }, _args, options: RuleOptions) => control.faults.add(ruleOf(options)),
    (rule) => formatFaults([rule]),
  ),
}

type RuleOptions = {
  rule?: FaultRule
  operation?: string
  outcome?: string
  delay?: number
} & Pick<FaultMatch, 'actor' | 'nth' | 'body'> &
  Pick<FaultEffect, 'code' | 'reset' | 'truncate' | 'malformed' | 'status'> & {
    phase?: FaultPhase
    times?: number | 'always'
  }

const ruleOf = ({
  rule,
  operation,
  outcome,
  actor,
  nth,
  body,
  ...rest
}: RuleOptions): FaultRule => {
  if (rule !== undefined) return rule
  if (operation === undefined) throw new UsageError('--operation or --rule is required')
  const { code, delay, reset, truncate, malformed, status, phase, times } = rest
  return {
    match: { operation, ...present({ code: outcome, actor, nth, body }) } as FaultMatch,
    effect: present({ code, delayMs: delay, reset, truncate, malformed, status }),
    ...present({ phase, times }),
  }
}

const formatFaults = (rules: Fault[]): string[] =>
  columns(
    ['ID', 'OPERATION', 'MATCH', 'PHASE', 'EFFECT', 'TIMES', 'SEEN', 'USED'],
    rules.map(({ id, match: { operation, ...match }, phase, effect, times, seen, used }) => [
      id,
      operation,
      Object.keys(match).length === 0 ? '-' : JSON.stringify(match),
      phase,
      JSON.stringify(effect),
      times,
      seen,
      used,
    ]),
  )

/** `fault add|list|remove|clear`. */
export const fault: CommandGroup = {
  help: 'Inject faults into calls.',
  default: 'list',
  commands: {
    add,
    list: {
      help: 'List fault rules and their use.',
      options: {
        '--unused': 'only rules that were never used; the exit code is 1 if there are any',
      },
      examples: ['fault list', 'fault list --unused'],
      async run({ control, terminal }, _args, { unused }: { unused?: boolean }) {
        const rules = await (unused ? control.faults.unused() : control.faults.list())
        terminal.answer(rules, formatFaults)
        if (!unused || rules.length === 0) return EXIT.ok
        terminal.fail(
          `${rules.length} ${rules.length === 1 ? 'rule was' : 'rules were'} never used`,
        )
        return EXIT.refused
      },
    },
    remove: {
      help: 'Remove a fault rule.',
      arguments: { '<id>': 'id of the rule' },
      examples: ['fault remove f-1'],
      run: answering(
        async ({ control }, [id]: [string]) => {
          await control.faults.remove(id)
          return { removed: id }
        },
        ({ removed }) => `removed ${removed}`,
      ),
    },
    clear: {
      help: 'Remove all fault rules.',
      examples: ['fault clear'],
      run: answering(
        async ({ control }) => {
          await control.faults.clear()
          return { removed: 'all' }
        },
        () => 'removed all rules',
      ),
    },
  },
}
