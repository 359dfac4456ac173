/** How a workspace's time runs: with the machine, shifted from it, or standing still. */
export type ClockSetting =
  | { mode: 'real' }
  | { mode: 'offset'; offsetMs: number }
  | { mode: 'frozen'; nowMs: number }

/** The only source of time; all instants are integers in milliseconds since the Unix epoch. */
export interface Clock {
  now(): number
}

/** A clock that can be set while everything that holds it keeps holding it. */
export class AdjustableClock implements Clock {
  #setting: ClockSetting

  constructor(setting: ClockSetting = { mode: 'real' }) {
    this.#setting = setting
  }

  get setting(): ClockSetting {
    return this.#setting
  }

  set(setting: ClockSetting): void {
    this.#setting = setting
  }

  now(): number {
    const setting = this.#setting
    if (setting.mode === 'frozen') return setting.nowMs
    return setting.mode === 'offset' ? Date.now() + setting.offsetMs : Date.now()
  }
}
