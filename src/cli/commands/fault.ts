import { type Command, Option } from 'commander'
import type { Fault, FaultEffect, FaultMatch, FaultRule } from '../../client/fault-types.ts'
import { clientCommand, type Options, textOf, UsageError } from '../client-command.ts'
import { readDuration } from '../durations.ts'
import { EXIT } from '../exit-codes.ts'
import { readObject, readOneOf, readWhole } from '../pairs.ts'
import { columns } from '../terminal.ts'

const PHASES = ['arrival', 'before', 'after', 'during'] as const

/** `fault add|list|remove|clear`. */
export const addFaultCommands = (program: Command): void => {
  const group = program.command('fault').description('Let calls go wrong on purpose.')
  addAdd(group)
  clientCommand(
    group
      .command('list')
      .option('--unused', 'only those that never acted; ends with code 1 if there are any')
      .description('List the rules and how often they were used.'),
    ['fault list', 'fault list --unused'],
    async ({ control, terminal }, _args, { unused }) => {
      const rules = unused === true ? await control.faults.unused() : await control.faults.list()
      terminal.answer(rules, faultsInWords)
      if (unused !== true || rules.length === 0) return EXIT.ok
      terminal.fail(`${rules.length} ${rules.length === 1 ? 'rule was' : 'rules were'} never used`)
      return EXIT.refused
    },
  )
  clientCommand(
    group.command('remove').argument('<id>').description('Remove a rule.'),
    ['fault remove f-1'],
    async ({ control, terminal }, [id = '']) => {
      await control.faults.remove(id)
      terminal.answer({ removed: id }, () => `removed ${id}`)
    },
  )
  clientCommand(
    group.command('clear').description('Remove every rule.'),
    ['fault clear'],
    async ({ control, terminal }) => {
      await control.faults.clear()
      terminal.answer({ removed: 'all' }, () => 'removed all')
    },
  )
}

const addAdd = (group: Command): void => {
  const command = group
    .command('add')
    .description('Add a rule: which calls, in which phase, what goes wrong, how often.')
    .option('--rule <json>', 'the whole rule as JSON, instead of all below', readObject)
    .option('--operation <number>', 'operation such as E9, or * for all')
    .option('--outcome <code>', 'only calls with this outcome; 0 is success')
    .option('--actor <email>', 'only calls of this user')
    .option('--nth <n>', 'from the n-th matching call on', readWhole)
    .option(
      '--body <json>',
      'only calls whose body has this in it; a key such as /param/userIds/0 is a JSON Pointer',
      readObject,
    )
    .addOption(
      new Option('--phase <phase>', 'when')
        .choices(PHASES)
        .argParser(readOneOf(PHASES))
        .default('before'),
    )
    .option('--code <code>', 'answer this refusal')
    .option('--delay <duration>', 'answer later', readDuration)
    .option('--reset', 'reset the connection')
    .option('--truncate', 'cut the answer')
    .option('--malformed', 'answer no JSON')
    .option('--status <status>', 'answer this HTTP status', readWhole)
    .option('--times <n or always>', 'how often', readTimes)
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
        faultsInWords([rule]),
      ),
  )
}

const readTimes = (text: string): number | 'always' => (text === 'always' ? text : readWhole(text))

const ruleOf = (options: Options): FaultRule => {
  if (options.rule !== undefined) return options.rule as FaultRule
  const operation = textOf(options.operation)
  if (operation === undefined) throw new UsageError('fault add needs --operation or --rule')
  const { outcome, actor, nth, body, code, delay, reset, truncate, malformed, status } = options
  const match = { operation, ...present({ code: outcome, actor, nth, body }) } as FaultMatch
  const effect = present({ code, delayMs: delay, reset, truncate, malformed, status })
  return {
    match,
    phase: options.phase as FaultRule['phase'],
    effect: effect as FaultEffect,
    ...(options.times !== undefined && { times: options.times as number | 'always' }),
  }
}

const present = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Partial<T>

const faultsInWords = (rules: Fault[]): string[] =>
  columns(
    ['ID', 'OPERATION', 'PHASE', 'EFFECT', 'TIMES', 'SEEN', 'USED'],
    rules.map(({ id, match, phase, effect, times, seen, used }) => [
      id,
      match.operation,
      phase,
      JSON.stringify(effect),
      times,
      seen,
      used,
    ]),
  )
