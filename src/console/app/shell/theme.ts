import { effect, signal } from '@preact/signals'

/** How the page looks: like the system, or as chosen. */
export type Theme = 'system' | 'light' | 'dark'

const KEY = 'dam-sandbox-theme'

/** A browser may forbid storage. */
const stored = (): Theme => {
  try {
    const kept = localStorage.getItem(KEY)
    return kept === 'light' || kept === 'dark' ? kept : 'system'
  } catch {
    return 'system'
  }
}

/** The theme in use. */
export const theme = signal<Theme>(stored())

/** Applies the theme to the page, and remembers it in this browser. */
export const followTheme = (): (() => void) =>
  effect(() => {
    document.documentElement.dataset.theme = theme.value
    try {
      localStorage.setItem(KEY, theme.value)
    } catch {
      // Then the choice ends with the page.
    }
  })
