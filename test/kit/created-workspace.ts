import { expect } from 'vitest'
import type { CreatedWorkspace, WorkspaceOptions } from '#src/client/generated/control.ts'
import { act } from './acts.ts'
import type { TestServer } from './server.ts'

/** Creates a workspace over the control plane, of the smallest seed unless another is named. */
export const createWorkspace = async (
  server: Pick<TestServer, 'url'>,
  options: WorkspaceOptions = {},
): Promise<CreatedWorkspace> => {
  const reply = await act(server, '/workspaces', { seed: 'minimal', ...options })
  expect(reply.status, reply.text).toBe(201)
  return reply.body as CreatedWorkspace
}
