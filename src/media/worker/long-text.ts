import { Parser } from 'htmlparser2'
import { LIMITS } from '../../limits.ts'

/**
 * Whether one text of a drawing has more characters than can be laid out: each takes a kilobyte or more, and the time
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
