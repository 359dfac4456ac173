// Takes the place of `sonic-boom` and `thread-stream` in the bundles: pino writes to the outputs of `src/start/log-output.ts` only.
module.exports = class {
  constructor() {
    throw new Error('logs of pino in files and threads are not part of the bundle')
  }
}
