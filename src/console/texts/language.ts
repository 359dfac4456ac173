import { effect, type Signal, signal } from '@preact/signals'
import { formatInstant, formatTimestamp, parseTimestamp } from '#src/kernel/timestamps.ts'

/** A choice of the page that this browser remembers, where it allows storage. */
export const remembered = <T extends string>(name: string, known: readonly T[], first: T) => {
  const key = `dam-sandbox-${name}`
  const chosen: Signal<T> = signal(first)
  try {
    const kept = localStorage.getItem(key)
    chosen.value = known.find((one) => one === kept) ?? first
    effect(() => {
      if (chosen.value === first) localStorage.removeItem(key)
      else localStorage.setItem(key, chosen.value)
    })
  } catch {
    // Without storage the choice ends with the page.
  }
  return chosen
}

/** A text that this tab keeps over a reload, where the browser allows storage. */
export const keptInTab = (key: string): Signal<string | undefined> => {
  const text: Signal<string | undefined> = signal(undefined)
  try {
    text.value = sessionStorage.getItem(key) ?? undefined
    effect(() => {
      if (text.value === undefined) sessionStorage.removeItem(key)
      else sessionStorage.setItem(key, text.value)
    })
  } catch {
    // Without storage the text ends with the page.
  }
  return text
}

export const LANGUAGES = ['en', 'zh'] as const

/** The language that is shown: what was chosen before, else the browser's. */
export const language = remembered(
  'language',
  LANGUAGES,
  navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en',
)

/** Times are in UTC and in one form, like those of the command line; one that has no such form is shown as it is. */
export const formatTime = (atMs: number): string => {
  const text = formatTimestamp(atMs, 0)
  return /^\d/.test(text) ? text : String(atMs)
}

export const formatTimeOfDay = (atMs: number): string =>
  formatInstant(atMs).slice(11, 23) || String(atMs)

/** The instant of a text in the form of `formatTime`, with or without its seconds; undefined for other texts. */
export const instantOf = (text: string): number | undefined => {
  const wanted = text.trim().replace('T', ' ').replace(/Z$/, '')
  return parseTimestamp(wanted, 0) ?? parseTimestamp(`${wanted}:00`, 0)
}

const numberFormat = new Intl.NumberFormat('en')

export const formatNumber = (value: number): string => numberFormat.format(value)

const SPANS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

/** A span of time in its two largest units, rounded up, so that what is ahead is never in 0 seconds. */
export const formatSpan = (ms: number): string => {
  let leftMs = Math.max(1_000, Math.ceil(ms / 1_000) * 1_000)
  const parts = SPANS.flatMap(([unit, length]) => {
    const count = Math.floor(leftMs / length)
    leftMs %= length
    const format = { style: 'unit', unit, unitDisplay: 'long' } as const
    return count === 0 ? [] : [count.toLocaleString(language.value, format)]
  })
  return parts.slice(0, 2).join(' ')
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const

export const formatBytes = (bytes: number): string => {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1_024 ** power
  return `${value >= 100 || power === 0 ? Math.round(value) : value.toFixed(1)} ${UNITS[power]}`
}
