import { type Command, Option } from 'commander'
import { FAULT_PHASES } from '../../client/generated/constants.ts'
import type {
  Fault,
  FaultEffect,
  FaultMatch,
  FaultPhase,
  FaultRule,
} from '../../client/generated/control.ts'
import { clientCommand, type Options, textOf, UsageError } from '../client-command.ts'
import { readDuration } from '../durations.ts'
import { EXIT } from '../exit-codes.ts'
import { readObject, readOneOf, readWhole } from '../pairs.ts'
import { columns } from '../terminal.ts'

/** `fault add|list|remove|clear`. */
export const addFaultCommands = (program: Command): void => {
  const group = program.command('fault').description('Inject faults into calls.')
  addAdd(group)
  clientCommand(
    group
      .command('list')
      .option('--unused', 'only rules that were never used; the exit code is 1 if there are any')
      .description('List fault rules and their use.'),
    ['fault list', 'fault list --unused'],
    async ({ control, terminal }, _args, { unused }) => {
      const rules = unused === true ? await control.faults.unused() : await control.faults.list()
      terminal.answer(rules, formatFaults)
      if (unused !== true || rules.length === 0) return EXIT.ok
      terminal.fail(`${rules.length} ${rules.length === 1 ? 'rule was' : 'rules were'} never used`)
      return EXIT.refused
    },
  )
  clientCommand(
    group.command('remove').argument('<id>', 'id of the rule').description('Remove a fault rule.'),
    ['fault remove f-1'],
    async ({ control, terminal }, [id = '']) => {
      await control.faults.remove(id)
      terminal.answer({ removed: id }, () => `removed ${id}`)
    },
  )
  clientCommand(
    group.command('clear').description('Remove all fault rules.'),
    ['fault clear'],
    async ({ control, terminal }) => {
      await control.faults.clear()
      terminal.answer({ removed: 'all' }, () => 'removed all rules')
    },
  )
}

const addAdd = (group: Command): void => {
  const command = group
    .command('add')
    .description('Add a fault rule.')
    .option('--rule <json>', 'rule as JSON, instead of the options below', readObject)
    .option('--operation <number>', 'operation such as E9; * for every operation')
    .option('--outcome <code>', 'code of the outcome; 0 is success')
    .option('--actor <email>', 'acting user')
    .option('--nth <n>', 'first matching call that the rule acts on, from 1', readWhole)
    .option(
      '--body <json>',
      'part of the request body; a key such as /param/userIds/0 is a JSON Pointer',
      readObject,
    )
    .addOption(
      new Option(
        '--phase <phase>',
        'phase; default during with --truncate and --malformed, after with --outcome, else before',
      )
        .choices(FAULT_PHASES)
        .argParser(readOneOf(FAULT_PHASES)),
    )
    .option('--code <code>', 'code of a refusal to answer')
    .option('--delay <duration>', 'delay of the answer', readDuration)
    .option('--reset', 'reset of the connection')
    .option('--truncate', 'answer that is cut off')
    .option('--malformed', 'answer that is not valid JSON')
    .option('--status <status>', 'HTTP status to answer', readWhole)
    .option('--times <n or always>', 'number of calls that the rule acts on, default 1', readTimes)
  clientCommand(
    command,
    [
      'fault add --operation E9 --phase after --reset',
      'fault add --operation E8 --code 10134011 --times 2',
      `fault add --operation E22 --code 10134011 --body '{"/param/assetIds/0":100001}'`,
      `fault add --rule '{"match":{"operation":"E21"},"phase":"before","effect":{"failed":1}}'`,
    ],
    async ({ control, terminal }, _args, options) =>
      terminal.answer(await control.faults.add(ruleOf(options)), (rule: Fault) =>
        formatFaults([rule]),
      ),
  )
}

const readTimes = (text: string): number | 'always' => (text === 'always' ? text : readWhole(text))

const ruleOf = (options: Options): FaultRule => {
  if (options.rule !== undefined) return options.rule as FaultRule
  const operation = textOf(options.operation)
  if (operation === undefined) throw new UsageError('--operation or --rule is required')
  const { outcome, actor, nth, body, code, delay, reset, truncate, malformed, status } = options
  const match = { operation, ...present({ code: outcome, actor, nth, body }) } as FaultMatch
  const effect = present({ code, delayMs: delay, reset, truncate, malformed, status })
  return {
    match,
    effect: effect as FaultEffect,
    ...(options.phase !== undefined && { phase: options.phase as FaultPhase }),
    ...(options.times !== undefined && { times: options.times as number | 'always' }),
  }
}

const present = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Partial<T>

const formatMatch = ({ operation: _, ...rest }: FaultMatch): string =>
  Object.keys(rest).length === 0 ? '-' : JSON.stringify(rest)

const formatFaults = (rules: Fault[]): string[] =>
  columns(
    ['ID', 'OPERATION', 'MATCH', 'PHASE', 'EFFECT', 'TIMES', 'SEEN', 'USED'],
    rules.map(({ id, match, phase, effect, times, seen, used }) => [
      id,
      match.operation,
      formatMatch(match),
      phase,
      JSON.stringify(effect),
      times,
      seen,
      used,
    ]),
  )
