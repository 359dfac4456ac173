import { describe, expect, test } from 'vitest'
import { freshFolder } from '#test/kit/process.ts'
import { injectServer } from '#test/kit/server.ts'

describe('what a server says about itself', () => {
  test('is version, paths, storage in memory and no quota by default', async () => {
    const server = await injectServer()
    const nowMs = server.sandbox.machineClock.now()
    const info = await server.control<{ nowMs: number; storage: object }>('')
    expect(info).toEqual({
      name: 'dam-sandbox',
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      build: expect.anything(),
      profile: 'local',
      node: null,
      nowMs: expect.any(Number),
      pid: expect.any(Number),
      processTag: expect.stringMatching(/^[\da-f]{8}$/),
      uptimeMs: expect.any(Number),
      publicUrl: null,
      tokenPath: '/open-api/oauth/get-token',
      filesPath: '/_files',
      storage: { folder: null, freeBytes: expect.any(Number) },
      workspaces: { stored: 1, open: 1, maxOpen: server.sandbox.options.maxOpen, reopened: 0 },
      damaged: { workspaces: 0, files: 0 },
      quota: {},
      links: expect.objectContaining({ controlPlane: '/_sandbox/openapi.json' }),
    })
    expect(info.nowMs).toBeGreaterThanOrEqual(nowMs)
  })

  test('follows the settings', async () => {
    const folder = freshFolder()
    const server = await injectServer({
      env: {
        SANDBOX_DATA: folder,
        SANDBOX_PUBLIC_URL: 'https://dam.example.com',
        SANDBOX_TOKEN_PATH: '/oauth2/token',
        SANDBOX_FILES_PATH: '/blobs',
        SANDBOX_PROFILE: 'ci',
      },
    })
    expect(await server.control('')).toMatchObject({
      profile: 'ci',
      publicUrl: 'https://dam.example.com',
      tokenPath: '/oauth2/token',
      filesPath: '/blobs',
      storage: { folder },
    })
  })
})
