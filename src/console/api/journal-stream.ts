import { effect, signal } from '@preact/signals'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { ControlError } from '#src/client/errors.ts'
import { adminKey, isUnauthorised, openControl } from './control.ts'
import { noteChange } from './loaded.ts'
import { forgetFixtures } from './operations.ts'
import { workspaceId } from './place.ts'

/** The state of the call stream of the shown workspace: `live`, or reconnecting after an error, unless the workspace does not exist. */
export const streamStatus = signal<'connecting' | 'live' | 'lost' | 'unknown'>('connecting')

export const streamEvents = signal(0)

const RETRY_MS = 1_000

/** Follows the journal of the workspace that is shown as long as the page is open; one stream for all views. */
export const followWorkspace = (): (() => void) =>
  effect(() => {
    const workspace = workspaceId.value
    // A key that is given later opens the stream again.
    void adminKey.value
    const ending = new AbortController()
    follow(workspace, ending.signal).catch(() => undefined)
    return () => ending.abort()
  })

const follow = async (workspace: string, ending: AbortSignal): Promise<void> => {
  while (!ending.aborted) {
    streamStatus.value = 'connecting'
    const error: unknown = await readStream(workspace, ending).catch((reason) => reason)
    if (ending.aborted || isUnauthorised(error)) return
    const isUnknown = error instanceof ControlError && [403, 404].includes(error.status)
    streamStatus.value = isUnknown ? 'unknown' : 'lost'
    if (isUnknown) return
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
}

const readStream = async (workspace: string, signal: AbortSignal): Promise<void> => {
  const { body } = await openControl('GET', '/journal/stream', { workspace, signal })
  if (!body) return
  streamStatus.value = 'live'
  noteEvent()
  const events = body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    // Browsers differ in whether a stream can be iterated.
    .getReader()
  for (;;) {
    const { done, value } = await events.read()
    if (done || signal.aborted) return
    // Another client may have reset, restored or imported the workspace.
    if (value.event === 'mark') forgetFixtures()
    noteEvent()
  }
}

const noteEvent = (): void => {
  streamEvents.value += 1
  noteChange()
}
