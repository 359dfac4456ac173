// The last step of the action: stops the server, and keeps what it leaves of a job that did not succeed.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { env, stdout } from 'node:process'

const { STATE_cli: cli, STATE_url: url, STATE_artifacts: artifacts } = env
if (cli !== undefined) {
  // A step of the job may have stopped the server already, to upload the artifacts.
  const { stderr } = spawnSync('node', [cli, 'stop', '--url', url], { encoding: 'utf8' })
  if (stderr !== '') stdout.write(`::notice::${stderr.trim()}\n`)
  if (env['INPUT_JOB-STATUS'] === 'success') rmSync(artifacts, { recursive: true, force: true })
}
