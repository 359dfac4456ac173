/** A payload that is JSON text already, made where the rows are, so that no objects are built in between. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
