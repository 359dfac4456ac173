import { Parser } from 'htmlparser2'
import { LIMITS } from '../../limits.ts'

/** Elements whose text is not shown. */
const INVISIBLE: ReadonlySet<string> = new Set(['noscript', 'script', 'style', 'template', 'title'])

/** Elements that can occur inside a word; others separate words. */
const INLINE: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo cite code data del dfn em font i ins kbd mark q s samp small span strong sub sup tt u var wbr'.split(
    ' ',
  ),
)

/** A page that is read piece by piece. */
export interface VisibleText {
  /** Reads the next piece; false when elements are nested too deeply, and no more is read. */
  write(piece: string): boolean
  end(): void
}

/**
 * Extracts the visible text of an HTML page. The parser keeps the open elements in a list and
 * moves all of them for each new one, so that their number is bounded, as browsers bound it.
 */
export const visibleText = (onText: (text: string) => void): VisibleText => {
  let hidden = 0
  let depth = 0
  const parser = new Parser({
    onopentag(name) {
      depth++
      if (depth > LIMITS.pageDepth.max) parser.pause()
      if (INVISIBLE.has(name)) hidden++
      if (!INLINE.has(name)) onText(' ')
    },
    onclosetag(name) {
      depth--
      if (INVISIBLE.has(name)) hidden--
      if (!INLINE.has(name)) onText(' ')
    },
    ontext(text) {
      if (hidden === 0) onText(text)
    },
  })
  return {
    write: (piece) => {
      parser.write(piece)
      return depth <= LIMITS.pageDepth.max
    },
    end: () => parser.end(),
  }
}
