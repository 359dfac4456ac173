declare const process: {
  readonly argv: readonly string[]
  readonly stdout: { write(text: string): void }
}
