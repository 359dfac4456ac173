import { Parser } from 'htmlparser2'

/** Elements whose text nobody sees. */
const INVISIBLE: ReadonlySet<string> = new Set(['noscript', 'script', 'style', 'template', 'title'])

/** Elements that can stand inside a word; others part words. */
const INLINE: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo cite code data del dfn em font i ins kbd mark q s samp small span strong sub sup tt u var wbr'.split(
    ' ',
  ),
)

/** A parser that hands on the text of an HTML page that its readers see, piece by piece. */
export const visibleText = (onText: (text: string) => void): Parser => {
  let hidden = 0
  return new Parser({
    onopentagname(name) {
      if (INVISIBLE.has(name)) hidden++
      if (!INLINE.has(name)) onText(' ')
    },
    onclosetag(name) {
      if (INVISIBLE.has(name)) hidden--
      if (!INLINE.has(name)) onText(' ')
    },
    ontext(text) {
      if (hidden === 0) onText(text)
    },
  })
}
