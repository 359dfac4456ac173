import { CLOCK_MODES } from '../../client/generated/constants.ts'
import type { ClockChange, ClockMode } from '../../client/generated/control.ts'
import { formatInstant } from '../../kernel/timestamps.ts'
import { UsageError } from '../cli-errors.ts'
import { answering, type CommandGroup } from '../command.ts'
import { readChoice, readDuration, readInstant } from '../readers.ts'

const INSTANT = { '[instant]': ['epoch ms or ISO 8601', readInstant] } as const

const formatClock = ({ now, mode, due }: Partial<ClockChange>): string => {
  const dueParts = Object.entries(due ?? {})
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${count} ${kind}`)
  const state = [formatInstant(now ?? 0), mode].filter(Boolean).join('  ')
  return dueParts.length > 0 ? `${state}\ndue: ${dueParts.join(', ')}` : state
}

/** `clock show|set|freeze|advance`. */
export const clock: CommandGroup = {
  help: 'Show and control the time of a workspace.',
  default: 'show',
  commands: {
    show: {
      help: 'Show time and mode of the clock.',
      examples: ['clock show'],
      run: answering(({ control }) => control.clock.get(), formatClock),
    },
    set: {
      help: 'Set the mode: real follows the machine, offset runs on from an instant, frozen stands still.',
      arguments: { '<mode>': ['mode of the clock', readChoice(CLOCK_MODES)], ...INSTANT },
      examples: ['clock set offset 2026-03-04T05:06:07Z', 'clock set real'],
      run: answering(async ({ control }, [mode, now]: [ClockMode, number?]) => {
        if (mode !== 'real' || now === undefined) return control.clock.set(mode, now)
        const rule = 'real follows the time of the machine; an instant needs offset or frozen'
        throw new UsageError(rule)
      }, formatClock),
    },
    freeze: {
      help: 'Freeze time at an instant, or at the present time.',
      arguments: INSTANT,
      examples: ['clock freeze', 'clock freeze 2026-03-04T05:06:07Z'],
      run: answering(({ control }, [now]: [number?]) => control.clock.freeze(now), formatClock),
    },
    advance: {
      help: 'Move time forward, and print what became due.',
      arguments: { '<duration>': ['such as 3601s or 2h', readDuration] },
      examples: ['clock advance 3601s', 'clock advance 1h30m'],
      run: answering(({ control }, [ms]: [number]) => control.clock.advance(ms), formatClock),
    },
  },
}
