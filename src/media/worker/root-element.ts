import { Parser } from 'htmlparser2'

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
