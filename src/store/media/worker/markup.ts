import { Parser } from 'htmlparser2'
import { LIMITS } from '../../../kernel/limits.ts'

/**
 * The name of the element that a text consists of, in lower case and without a prefix; undefined when
 * the text is not markup. It is named by the doctype, else it is the first element, with no text before
 * it.
 */
export const rootElement = (text: string): string | undefined => {
  let root: string | undefined
  const found = (name: string): void => {
    root ??= name.toLowerCase().replace(/^.*:/, '')
  }
  const parser = new Parser({
    onprocessinginstruction(name, data) {
      const doctype = name === '!doctype' ? /^!doctype\s+([^\s>[]+)/i.exec(data)?.[1] : undefined
      if (doctype !== undefined) found(doctype)
    },
    onopentag: found,
    ontext(data) {
      if (data.trim() !== '') found('')
    },
  })
  parser.end(text)
  return root === '' ? undefined : root
}

/**
 * True if one text of a drawing has more characters than can be laid out: each takes a kilobyte or more, and the time
 * grows with their square. Elements that are nested too deeply for the parser count as well; libxml2 refuses them.
 */
export const hasLongText = (drawing: string): boolean => {
  let depth = 0
  let texts = 0
  let characters = 0
  let isLong = false
  const refuseIf = (isTooMuch: boolean): void => {
    if (!isTooMuch) return
    isLong = true
    parser.pause()
  }
  const parser = new Parser(
    {
      onopentag(name) {
        depth++
        refuseIf(depth > LIMITS.pageDepth.max)
        if (!isText(name)) return
        if (texts === 0) characters = 0
        texts++
      },
      onclosetag(name) {
        depth--
        if (isText(name)) texts--
      },
      ontext(text) {
        if (texts > 0) characters += text.length
        refuseIf(characters > LIMITS.drawingText.max)
      },
    },
    { xmlMode: true },
  )
  parser.end(drawing)
  return isLong
}

const isText = (name: string): boolean => name.slice(name.indexOf(':') + 1) === 'text'

const INVISIBLE: ReadonlySet<string> = new Set(['noscript', 'script', 'style', 'template', 'title'])

/** Elements that can occur inside a word; others separate words. */
const INLINE: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo cite code data del dfn em font i ins kbd mark q s samp small span strong sub sup tt u var wbr'.split(
    ' ',
  ),
)

/**
 * The visible text of an HTML page; undefined when elements are nested too deeply: the parser moves the whole list of
 * open elements for each new one.
 */
export const visibleText = (page: string): string | undefined => {
  const texts: string[] = []
  let hidden = 0
  let depth = 0
  let isTooDeep = false
  const separate = (name: string): void => {
    if (!INLINE.has(name)) texts.push(' ')
  }
  const parser = new Parser({
    onopentag(name) {
      depth++
      isTooDeep ||= depth > LIMITS.pageDepth.max
      if (isTooDeep) parser.pause()
      if (INVISIBLE.has(name)) hidden++
      separate(name)
    },
    onclosetag(name) {
      depth--
      if (INVISIBLE.has(name)) hidden--
      separate(name)
    },
    ontext(text) {
      if (hidden === 0) texts.push(text)
    },
  })
  parser.end(page)
  return isTooDeep ? undefined : texts.join('')
}
