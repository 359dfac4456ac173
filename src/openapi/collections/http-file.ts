import { type CollectedRequest, type Collection, NONCE } from './collected-request.ts'

/**
 * A collection as a `.http` file, for the REST client of VS Code and the HTTP client of JetBrains: only the syntax
 * that both read.
 */
export const httpFile = ({ title, variables, requests }: Collection): string => {
  const head = [
    `# ${title}: one request for each operation. The values are those of a new server with the seed demo.`,
    ...[...variables].map(([name, value]) => `@${name} = ${value}`),
  ]
  return `${[head.join('\n'), ...requests.map(requestText)].join('\n\n')}\n`
}

const requestText = (request: CollectedRequest, index: number): string => {
  const { folder, name, id, method, url, headers, body } = request
  const lines = [
    `### ${folder}: ${name}`,
    `# @name ${id.replaceAll(/\W(\w)/g, (_, first: string) => first.toUpperCase())}`,
    `${method} ${url}`,
    ...headers.map(([header, value]) => `${header}: ${value.replace(NONCE, nonceOf(index))}`),
  ]
  return body === undefined ? lines.join('\n') : `${lines.join('\n')}\n\n${body}`
}

/** The tools have no common name for a new UUID: the second and the place of the request make one. */
const nonceOf = (index: number): string =>
  `00000000-0000-4000-8${String(index).padStart(3, '0')}-00{{$timestamp}}`
