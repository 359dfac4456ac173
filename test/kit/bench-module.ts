import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A module of `bench/`, which is JavaScript, with the type that a test gives it. */
export const benchModule = async <T>(name: string): Promise<T> =>
  (await import(pathToFileURL(resolve('bench', name)).href)) as T
