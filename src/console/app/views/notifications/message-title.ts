import { parseHtml } from './parse-html.ts'

/** Longer titles are cut. */
const MAX_TITLE = 100

/** HTML that is read for a title; the content of a notification may be long. */
const TITLE_SOURCE = 10_000

const keptTitles = new Map<string, string>()
const MAX_KEPT = 2_000

/** The title of HTML: that of the document, its first heading, or its first words. */
export const titleOf = (html: string): string => {
  const source = html.slice(0, TITLE_SOURCE)
  const kept = keptTitles.get(source)
  if (kept !== undefined) return kept
  const { body, title } = parseHtml(source).document
  for (const element of body.querySelectorAll('script, style, template, noscript')) element.remove()
  const heading = body.querySelector('h1, h2, h3')?.textContent ?? ''
  const found = [title, heading, body.textContent ?? ''].map(joined).find((text) => text !== '')
  if (keptTitles.size >= MAX_KEPT) keptTitles.clear()
  keptTitles.set(source, shortened(found ?? ''))
  return shortened(found ?? '')
}

const joined = (text: string): string => text.replace(/\s+/g, ' ').trim()

const shortened = (text: string): string =>
  text.length > MAX_TITLE ? `${text.slice(0, MAX_TITLE)}…` : text
