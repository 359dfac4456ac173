/**
 * A list whose JSON text is made in pieces while it is sent, because it is too long to hold at once. It is made of
 * shorter lists, each the text of some of its elements.
 */
export class JsonPieces {
  readonly #makeLists: () => Iterable<string>

  constructor(makeLists: () => Iterable<string>) {
    this.#makeLists = makeLists
  }

  /** The same with each of the shorter lists changed, into several even shorter ones. */
  flatMap(change: (text: string) => Iterable<string>): JsonPieces {
    const makeLists = this.#makeLists
    return new JsonPieces(function* changed() {
      for (const text of makeLists()) yield* change(text)
    })
  }

  *[Symbol.iterator](): Generator<string> {
    let separator = '['
    for (const text of this.#makeLists()) {
      yield separator + text.slice(1, -1)
      separator = ','
    }
    yield separator === '[' ? '[]' : ']'
  }
}
