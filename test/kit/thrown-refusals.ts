import { join } from 'node:path'
import { parseAst } from 'vitest/node'

/** A node of a parsed source; what it has besides its type depends on the type. */
export interface Node {
  readonly type: string
  readonly [part: string]: unknown
}

type Target = readonly [file: string, name: string]

interface Module {
  /** Nodes that run when a declaration is used, by its name; members of classes are `Class.member`. */
  readonly declared: ReadonlyMap<string, readonly Node[]>
  /** What each imported or exported name stands for. */
  readonly names: ReadonlyMap<string, Target>
}

const REFUSALS = 'src/contract/errors/refusals.ts'

/** Where the classes are whose objects a handler is given: stores, files, credentials and quotas. */
const GIVEN = /^src\/(?:store\/|domain\/|workspaces\/(?:files\/|(?:access|grants|quotas)\.ts))/

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

const nodesIn = (value: unknown): Node[] =>
  Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []

/** The name of an identifier, with `#` where it is private, or the text of a literal. */
export const nameOf = (value: unknown): string => {
  const { type, name, value: text } = Object(value)
  return type === 'PrivateIdentifier' ? `#${name}` : String(name ?? text)
}

/** Parts of a node that are looked up by identifiers; types and names of members are not. */
const partsOf = (node: Node): Node[] => {
  if (node.type.startsWith('TS')) return nodesIn(node.expression)
  if (node.type === 'MemberExpression' && !node.computed) return nodesIn(node.object)
  const parts = node.type === 'Property' && !node.computed ? [node.value] : Object.values(node)
  return parts.flatMap(nodesIn)
}

export const descendants = (node: Node): Node[] => [node, ...partsOf(node).flatMap(descendants)]

const isFunction = (value: unknown): boolean => /Function/.test(isNode(value) ? value.type : '')

/** A class is its constructor and fields; each method is a declaration of its own. */
const classParts = (name: string, node: Node): [string, Node[]][] => {
  const members = nodesIn(Object(node.body).body)
  const isMethod = ({ kind, value }: Node) => kind !== 'constructor' && isFunction(value)
  const own = members.filter((member) => !isMethod(member)).concat(nodesIn(node.superClass))
  const methods = members.filter(isMethod)
  return [
    [name, own.flatMap((member) => nodesIn(member.value ?? member))],
    ...methods.map((member): [string, Node[]] => [
      `${name}.${nameOf(member.key)}`,
      nodesIn(member.value),
    ]),
  ]
}

const declarationsOf = (node: Node): [string, Node[]][] => {
  if (node.type === 'VariableDeclaration')
    return nodesIn(node.declarations).map(({ id, init }) => [nameOf(id), nodesIn(init)])
  if (node.type === 'ClassDeclaration') return classParts(nameOf(node.id), node)
  return node.type === 'FunctionDeclaration' ? [[nameOf(node.id), [node]]] : []
}

/** The names that a statement imports, or exports under another name or from elsewhere. */
const namesOf = (file: string, { type, source, specifiers }: Node): [string, Target][] => {
  const target = source ? join(file, '..', nameOf(source)) : file
  return nodesIn(specifiers).map(({ local, imported, exported }) =>
    type === 'ImportDeclaration'
      ? [nameOf(local), [target, imported ? nameOf(imported) : 'default']]
      : [nameOf(exported), [target, nameOf(local)]],
  )
}

const parseModule = (file: string, text: string): Module => {
  const { body } = parseAst(text, { lang: 'ts' }) as unknown as { body: Node[] }
  const declared = body.flatMap((statement): [string, Node[]][] => {
    const { type, declaration } = statement
    if (type === 'ExportDefaultDeclaration') return [['default', nodesIn(declaration)]]
    return declarationsOf(isNode(declaration) ? declaration : statement)
  })
  const names = body.flatMap((statement) => namesOf(file, statement))
  return { declared: new Map(declared), names: new Map(names) }
}

/**
 * What a piece of code refuses: each `refuse.<name>` of the declarations that it uses, in its own module and, by their
 * imports, in others. Types are not known here, so `x.read()` uses every method `read` of the classes that handlers are
 * given: this finds too many rather than too few. Not seen are functions that come as parameters.
 */
export class ThrownRefusals {
  readonly #modules: ReadonlyMap<string, Module>
  readonly #methods = new Map<string, Target[]>()

  constructor(sources: Iterable<readonly [file: string, text: string]>) {
    this.#modules = new Map([...sources].map(([file, text]) => [file, parseModule(file, text)]))
    for (const [file, { declared }] of this.#modules)
      for (const name of declared.keys()) {
        const member = name.split('.')[1]
        const isReached = member && (GIVEN.test(file) || member.startsWith('#'))
        if (isReached)
          this.#methods.set(member, [...(this.#methods.get(member) ?? []), [file, name]])
      }
  }

  /** The nodes of a declaration, such as the default export of an endpoint. */
  declared(file: string, name: string): readonly Node[] {
    return this.#modules.get(file)?.declared.get(name) ?? []
  }

  /** The nodes of all declarations of a file. */
  all(file: string): readonly Node[] {
    return [...(this.#modules.get(file)?.declared.values() ?? [])].flat()
  }

  /** The names of the refusals that nodes of a file can throw, each with the declaration that throws it. */
  of(file: string, nodes: readonly Node[]): Map<string, string> {
    const thrown = new Map<string, string>()
    const seen = new Set<string>()
    const visit = (at: string, name: string, used: readonly Node[]): void => {
      for (const node of used.flatMap(descendants)) {
        const refusal = this.#refusalIn(at, node)
        if (refusal) thrown.set(refusal, `${at} ${name}`)
        for (const target of this.#usedBy(at, node)) {
          if (seen.has(target.join())) continue
          seen.add(target.join())
          visit(...target, this.declared(...target))
        }
      }
    }
    visit(file, 'itself', nodes)
    return thrown
  }

  #refusalIn(file: string, { type, object, property, computed }: Node): string | undefined {
    if (type !== 'MemberExpression' || Object(object).type !== 'Identifier') return undefined
    const isRefuse =
      this.#modules.get(file)?.names.get(nameOf(object))?.join() === `${REFUSALS},refuse`
    if (isRefuse && computed) throw new Error(`${file} refuses by a computed name`)
    return isRefuse ? nameOf(property) : undefined
  }

  #usedBy(file: string, node: Node): Target[] {
    if (node.type === 'Identifier') return this.#resolve(file, nameOf(node))
    if (node.type !== 'MemberExpression' || node.computed) return []
    const name = nameOf(node.property)
    const methods = this.#methods.get(name) ?? []
    return name.startsWith('#') ? methods.filter(([where]) => where === file) : methods
  }

  #resolve(file: string, name: string): Target[] {
    const module = this.#modules.get(file)
    if (module?.declared.has(name)) return [[file, name]]
    const target = module?.names.get(name)
    return target && target.join() !== [file, name].join() ? this.#resolve(...target) : []
  }
}
