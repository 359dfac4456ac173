import { readFile, stat } from 'node:fs/promises'
import { getDocumentProxy } from 'unpdf'
import { LIMITS } from '../../limits.ts'
import { WordCounter } from './word-counter.ts'

/** The number of words of a PDF; null when it is too long. A damaged one throws. */
export const countPdfWords = async (path: string): Promise<number | null> => {
  const { size } = await stat(path)
  if (size > LIMITS.pdfFileBytes.max) return null
  const data = new Uint8Array(await readFile(path))
  const pdf = await getDocumentProxy(data, { verbosity: 0, stopAtErrors: false })
  try {
    if (pdf.numPages > LIMITS.pdfPages.max) return null
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
