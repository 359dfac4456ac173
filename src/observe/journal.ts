/** What a workspace has been called with, and what it has answered. */
export class Journal {
  clear(): void {}
}
