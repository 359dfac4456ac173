import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { readSample } from './sample.ts'
import { WordCounter } from './word-counter.ts'

const MAX_TEXT_BYTES = 32 * 1024 * 1024

/** The number of words of a text or an HTML file; null when it is too long or its encoding cannot be told. */
export const countWords = async (path: string, isHtml: boolean): Promise<number | null> => {
  const { size } = await stat(path)
  if (size === 0) return 0
  const { encoding } = await readSample(path)
  if (size > MAX_TEXT_BYTES || encoding === undefined) return null
  const counter = new WordCounter()
  const reader = isHtml ? await htmlReader(counter) : plainReader(counter)
  const decoder = new TextDecoder(encoding)
  for await (const bytes of createReadStream(path))
    reader.add(decoder.decode(bytes, { stream: true }))
  reader.end()
  return counter.count
}

interface Reader {
  add(text: string): void
  end(): void
}

const plainReader = (counter: WordCounter): Reader => ({
  add: (text) => counter.add(text),
  end: () => undefined,
})

const htmlReader = async (counter: WordCounter): Promise<Reader> => {
  const { visibleText } = await import('./visible-text.ts')
  const parser = visibleText((text) => counter.add(text))
  return { add: (text) => parser.write(text), end: () => parser.end() }
}
