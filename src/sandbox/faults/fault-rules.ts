/** What goes wrong in a workspace on purpose. */
export class FaultRules {
  clear(): void {}
}
