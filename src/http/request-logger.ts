import type { FastifyBaseLogger } from 'fastify'

type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'
type Bindings = Parameters<FastifyBaseLogger['child']>[0]
type ChildOptions = Parameters<FastifyBaseLogger['child']>[1]

/**
 * The logger of one request, whose lines carry its id. The child logger is made with the first line: one for every
 * request would cost more than a simple query, and most requests log nothing.
 */
class RequestLogger implements FastifyBaseLogger {
  readonly shared: FastifyBaseLogger
  readonly #bindings: Bindings
  readonly #options: ChildOptions
  #own: FastifyBaseLogger | undefined

  constructor(shared: FastifyBaseLogger, bindings: Bindings, options: ChildOptions) {
    this.shared = shared
    this.#bindings = bindings
    this.#options = options
  }

  get level(): string {
    return (this.#own ?? this.shared).level
  }

  set level(level: string) {
    this.#child().level = level
  }

  isLevelEnabled(level: string): boolean {
    return (this.#own ?? this.shared).isLevelEnabled?.(level) ?? true
  }

  child(bindings: Bindings, options?: ChildOptions): FastifyBaseLogger {
    return this.#child().child(bindings, options)
  }

  trace(...line: unknown[]): void {
    this.#write('trace', line)
  }

  debug(...line: unknown[]): void {
    this.#write('debug', line)
  }

  info(...line: unknown[]): void {
    this.#write('info', line)
  }

  warn(...line: unknown[]): void {
    this.#write('warn', line)
  }

  error(...line: unknown[]): void {
    this.#write('error', line)
  }

  fatal(...line: unknown[]): void {
    this.#write('fatal', line)
  }

  silent(...line: unknown[]): void {
    this.#write('silent', line)
  }

  #write(level: Level, line: unknown[]): void {
    if (!this.isLevelEnabled(level)) return
    const own = this.#child()
    Reflect.apply(own[level], own, line)
  }

  #child(): FastifyBaseLogger {
    this.#own ??= this.shared.child(this.#bindings, this.#options)
    return this.#own
  }
}

/** Makes the logger of a request, as Fastify asks for it. */
export const makeRequestLogger = (
  shared: FastifyBaseLogger,
  bindings: Bindings,
  options: ChildOptions,
): FastifyBaseLogger => new RequestLogger(shared, bindings, options)

/** The logger that all requests of an application share. */
export const sharedLogger = (log: FastifyBaseLogger): FastifyBaseLogger =>
  log instanceof RequestLogger ? log.shared : log
