import { type Fence, fencesOf } from './markdown.ts'

/** What a test does with a block of code in a document; CONTRIBUTING.md explains the marks. */
type Kind =
  | { readonly kind: 'shell' | 'serve' | 'module' | 'output' | 'shown' | 'not-run' }
  | { readonly kind: 'file'; readonly name: string }
  | { readonly kind: 'request'; readonly method: string; readonly path: string }

/** A block of code in a document, and what a test does with it. */
export type Example = Fence & Kind & { readonly place: string }

/** The examples of a document, in their order; throws for a block of an unknown kind. */
export const examplesOf = (document: string): Example[] => {
  const examples: Example[] = []
  for (const fence of fencesOf(document)) {
    const place = `${document}:${fence.line}`
    const kind = kindOf(fence, examples.at(-1)?.kind)
    if (!kind)
      throw new Error(`${place}: a block marked "${fence.language} ${fence.mark}" is not known`)
    examples.push({ ...fence, ...kind, place })
  }
  return examples
}

const kindOf = (fence: Fence, before: Example['kind'] | undefined): Kind | undefined => {
  const { language, mark, text } = fence
  if (/^no-run: .+/.test(mark)) return { kind: 'not-run' }
  if (isOutput(fence, before)) return { kind: 'output' }
  const [, method, path] = /^(GET|POST|PUT|DELETE) (\/\S+)$/.exec(mark) ?? []
  if (method !== undefined && path !== undefined) return { kind: 'request', method, path }
  if (/^[\w./-]+\.\w+$/.test(mark)) return { kind: 'file', name: mark }
  if (/^(ts declarations|text diagram)$/.test(`${language} ${mark}`)) return { kind: 'shown' }
  if (language === 'ts' && mark === '') return { kind: 'module' }
  if (language !== 'sh' || mark !== '') return undefined
  return { kind: STARTS_SERVER.test(text) ? 'serve' : 'shell' }
}

/** Whether a block shows what the block right before it prints. */
const isOutput = ({ language, mark, isDirectlyAfter }: Fence, before = ''): boolean =>
  /^(text|json)$/.test(language) &&
  mark === '' &&
  isDirectlyAfter &&
  /^(shell|module|request)$/.test(before)

/** A command that runs a server until it is stopped. */
const STARTS_SERVER = /(?:npm start|dam-sandbox start|dist\/server\.cjs)(?!.*--(?:help|background))/
