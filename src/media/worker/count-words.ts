import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { LIMITS } from '../../limits.ts'
import { readSample } from './sample.ts'
import { WordCounter } from './word-counter.ts'

/** The number of words of a text or an HTML file; null when it is too long or too deep, or its encoding is unknown. */
export const countWords = async (path: string, isHtml: boolean): Promise<number | null> => {
  const { size } = await stat(path)
  if (size === 0) return 0
  const { encoding } = await readSample(path)
  if (size > LIMITS.textFileBytes.max || encoding === undefined) return null
  const counter = new WordCounter()
  const reader = isHtml ? await htmlReader(counter) : plainReader(counter)
  const decoder = new TextDecoder(encoding)
  for await (const bytes of createReadStream(path))
    if (!reader.add(decoder.decode(bytes, { stream: true }))) return null
  reader.end()
  return counter.count
}

interface Reader {
  /** Takes the next piece of the text; false when the rest cannot be read. */
  add(text: string): boolean
  end(): void
}

const plainReader = (counter: WordCounter): Reader => ({
  add: (text) => {
    counter.add(text)
    return true
  },
  end: () => undefined,
})

const htmlReader = async (counter: WordCounter): Promise<Reader> => {
  const { visibleText } = await import('./visible-text.ts')
  const page = visibleText((text) => counter.add(text))
  return { add: (text) => page.write(text), end: () => page.end() }
}
