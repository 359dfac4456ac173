import { readFile, stat } from 'node:fs/promises'
import { getDocumentProxy } from 'unpdf'
import { WordCounter } from './word-counter.ts'

const MAX_PDF_BYTES = 64 * 1024 * 1024
const MAX_PAGES = 1000

/** The number of words of a PDF; null when it is too long. A damaged one throws. */
export const countPdfWords = async (path: string): Promise<number | null> => {
  const { size } = await stat(path)
  if (size > MAX_PDF_BYTES) return null
  const data = new Uint8Array(await readFile(path))
  const pdf = await getDocumentProxy(data, { verbosity: 0, stopAtErrors: false })
  try {
    if (pdf.numPages > MAX_PAGES) return null
    const counter = new WordCounter()
    for (let number = 1; number <= pdf.numPages; number++) {
      const page = await pdf.getPage(number)
      const { items } = await page.getTextContent()
      for (const item of items)
        if ('str' in item) counter.add(item.hasEOL ? `${item.str}\n` : item.str)
      counter.add('\n')
      page.cleanup()
    }
    return counter.count
  } finally {
    await pdf.destroy()
  }
}
