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
        refuseIf(depth > LIMITS.drawingDepth.max)
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
