import { Argument, type Command } from 'commander'
import type { ClockChange, ClockMode, Due } from '../../client/workspace-types.ts'
import { clientCommand, UsageError } from '../client-command.ts'
import { readDuration } from '../durations.ts'
import { readInstant, writeInstant } from '../instants.ts'
import { readOneOf } from '../pairs.ts'

const MODES = ['real', 'offset', 'frozen'] as const

/** `clock show|set|freeze|advance`. */
export const addClockCommands = (program: Command): void => {
  const group = program.command('clock').description('Read and set the time of a workspace.')
  clientCommand(
    group.command('show').description('Tell what time it is there, and how it runs.'),
    ['clock show'],
    async ({ control, terminal }) => terminal.answer(await control.clock.get(), wordsOf),
  )
  clientCommand(
    group
      .command('set')
      .addArgument(
        new Argument('<mode>', 'how time runs').choices(MODES).argParser(readOneOf(MODES)),
      )
      .addArgument(new Argument('[instant]', 'epoch ms or ISO 8601').argParser(readInstant))
      .description(
        'Let time run with the machine (real), on from an instant (offset), or not (frozen).',
      ),
    ['clock set offset 2026-03-04T05:06:07Z', 'clock set real'],
    async ({ control, terminal }, [mode, now]) => {
      const instant = instantOf(now)
      if (mode === 'real' && instant !== undefined)
        throw new UsageError('real is the time of the machine; give an instant to offset or frozen')
      terminal.answer(await control.clock.set(mode as ClockMode, instant), wordsOf)
    },
  )
  clientCommand(
    group
      .command('freeze')
      .addArgument(new Argument('[instant]', 'epoch ms or ISO 8601').argParser(readInstant))
      .description('Let time stand, at an instant or at the present.'),
    ['clock freeze', 'clock freeze 2026-03-04T05:06:07Z'],
    async ({ control, terminal }, [now]) =>
      terminal.answer(await control.clock.freeze(instantOf(now)), wordsOf),
  )
  clientCommand(
    group
      .command('advance')
      .addArgument(new Argument('<duration>', 'such as 3601s or 2h').argParser(readDuration))
      .description('Let time pass at once, and tell what became due.'),
    ['clock advance 3601s', 'clock advance 1h30m'],
    async ({ control, terminal }, [duration]) =>
      terminal.answer(await control.clock.advance(Number(duration)), wordsOf),
  )
}

const instantOf = (argument: unknown): number | undefined =>
  typeof argument === 'number' ? argument : undefined

const wordsOf = ({ now, mode, due }: Partial<ClockChange>): string => {
  const dueWords = Object.entries(due ?? ({} as Due)).flatMap(([kind, count]) =>
    count > 0 ? [`${count} ${kind}`] : [],
  )
  const state = [writeInstant(now ?? 0), mode].filter(Boolean).join('  ')
  return dueWords.length > 0 ? `${state}\nbecame due: ${dueWords.join(', ')}` : state
}
