import { Argument, type Command } from 'commander'
import { CLOCK_MODES } from '../../client/generated/constants.ts'
import type { ClockChange, ClockMode, Due } from '../../client/generated/control.ts'
import { formatInstant } from '../../kernel/timestamps.ts'
import { clientCommand, UsageError } from '../client-command.ts'
import { readDuration } from '../durations.ts'
import { readInstant } from '../instants.ts'
import { readOneOf } from '../pairs.ts'

/** `clock show|set|freeze|advance`. */
export const addClockCommands = (program: Command): void => {
  const group = program.command('clock').description('Show and control the time of a workspace.')
  clientCommand(
    group.command('show').description('Show time and mode of the clock.'),
    ['clock show'],
    async ({ control, terminal }) => terminal.answer(await control.clock.get(), formatClock),
  )
  clientCommand(
    group
      .command('set')
      .addArgument(
        new Argument('<mode>', 'mode of the clock')
          .choices(CLOCK_MODES)
          .argParser(readOneOf(CLOCK_MODES)),
      )
      .addArgument(new Argument('[instant]', 'epoch ms or ISO 8601').argParser(readInstant))
      .description(
        'Set the mode: real follows the machine, offset runs on from an instant, frozen stands still.',
      ),
    ['clock set offset 2026-03-04T05:06:07Z', 'clock set real'],
    async ({ control, terminal }, [mode, now]) => {
      const instant = instantOf(now)
      if (mode === 'real' && instant !== undefined)
        throw new UsageError(
          'real follows the time of the machine; an instant needs offset or frozen',
        )
      terminal.answer(await control.clock.set(mode as ClockMode, instant), formatClock)
    },
  )
  clientCommand(
    group
      .command('freeze')
      .addArgument(new Argument('[instant]', 'epoch ms or ISO 8601').argParser(readInstant))
      .description('Freeze time at an instant, or at the present time.'),
    ['clock freeze', 'clock freeze 2026-03-04T05:06:07Z'],
    async ({ control, terminal }, [now]) =>
      terminal.answer(await control.clock.freeze(instantOf(now)), formatClock),
  )
  clientCommand(
    group
      .command('advance')
      .addArgument(new Argument('<duration>', 'such as 3601s or 2h').argParser(readDuration))
      .description('Move time forward, and print what became due.'),
    ['clock advance 3601s', 'clock advance 1h30m'],
    async ({ control, terminal }, [duration]) =>
      terminal.answer(await control.clock.advance(Number(duration)), formatClock),
  )
}

const instantOf = (argument: unknown): number | undefined =>
  typeof argument === 'number' ? argument : undefined

const formatClock = ({ now, mode, due }: Partial<ClockChange>): string => {
  const dueParts = Object.entries(due ?? ({} as Due)).flatMap(([kind, count]) =>
    count > 0 ? [`${count} ${kind}`] : [],
  )
  const state = [formatInstant(now ?? 0), mode].filter(Boolean).join('  ')
  return dueParts.length > 0 ? `${state}\ndue: ${dueParts.join(', ')}` : state
}
