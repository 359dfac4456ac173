/** A payload that is JSON text already, made where the rows are, so that no objects are built in between. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** A payload whose JSON text is made in pieces while it is sent, for lists too long to hold at once. */
export class JsonPieces {
  readonly #make: () => Iterable<string>

  constructor(make: () => Iterable<string>) {
    this.#make = make
  }

  [Symbol.iterator](): Iterator<string> {
    return this.#make()[Symbol.iterator]()
  }
}
