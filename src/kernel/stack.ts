import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { resolve } from 'node:path'

/** The place of a frame: a file of the build, its line and its column. */
const PLACE = /(\/\S+\.[cm]?js):(\d+):(\d+)/g

/**
 * A stack trace whose frames name the files of `src`. Node could do that itself, but then does it for each error whose
 * stack a stream reads, and the first holds the event loop for a third of a second.
 */
export const mapStack = (stack: string): string => {
  const maps = new Map<string, SourceMap | undefined>()
  const originOf = (place: string, file: string, line: string, column: string): string => {
    if (!maps.has(file)) maps.set(file, sourceMapOf(file))
    const entry = maps.get(file)?.findEntry(Number(line) - 1, Number(column) - 1)
    if (!entry || !('originalSource' in entry)) return place
    const { originalSource, originalLine, originalColumn } = entry
    return `${resolve(file, '..', originalSource)}:${originalLine + 1}:${originalColumn + 1}`
  }
  return stack.replaceAll(PLACE, originOf)
}

/** Undefined for a file without one, as those of packages. */
const sourceMapOf = (file: string): SourceMap | undefined => {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')))
  } catch {
    return undefined
  }
}
