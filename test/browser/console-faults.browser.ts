import { describe, expect, test } from 'vitest'
import { act } from '#test/kit/acts.ts'
import {
  confirmed,
  expectAccessible,
  expectClean,
  expectUnbroken,
  HOSTILE,
  useConsole,
} from '#test/kit/console.ts'
import { startProgram } from '#test/kit/process.ts'
import { startServer } from '#test/kit/server.ts'

const { open } = useConsole()

const USERS = { userIds: [1001] }

const linkFor = (rule: unknown): string => `faults/new/${encodeURIComponent(JSON.stringify(rule))}`

describe('the view Faults', () => {
  test('makes a rule by hand that acts on the next call and is shown as used', async () => {
    const server = await startServer()
    const watched = await open(server, { view: 'faults' })
    const { page } = watched
    await page.getByText('No rules.').waitFor()
    await page.getByRole('link', { name: 'New rule' }).click()
    await page.getByLabel('Operation or supporting route').selectOption('E8')
    await page.getByLabel('refusal with a code').fill('10134011')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add the rule' }).click()
    const row = page.getByRole('row', { name: /f-1/ })
    await row.getByText('waiting').waitFor()
    await row.getByText('0 of 1').waitFor()
    const reply = await server.call('E8', USERS)
    expect(reply.body).toMatchObject({ code: '10134011' })
    await row.getByText('1 of 1').waitFor()
    await row.getByText('used up').waitFor()
    await expectAccessible(page)
    expectClean(watched)
  })

  test('fills the form from the rule of a link, every field of it', async () => {
    const server = await startServer()
    const rule = {
      match: {
        operation: 'E22',
        code: '0',
        actor: 'viewer@example.com',
        nth: 2,
        body: { '/param/assetIds/0': 100001 },
      },
      phase: 'after',
      effect: { delayMs: 5, status: 502 },
      probability: 0.5,
      times: 'always',
    }
    const { page } = await open(server, { view: linkFor(rule) })
    expect(JSON.parse(await page.getByLabel('JSON', { exact: true }).innerText())).toEqual(rule)
    await page.getByRole('button', { name: 'Add the rule' }).click()
    await page
      .getByRole('row', { name: /f-1/ })
      .getByText('after · delayMs=5 · status=502 · times=always · probability=0.5')
      .waitFor()
    const { faults } = await server.control<{ faults: object[] }>('/faults')
    expect(faults).toEqual([{ id: 'f-1', ...rule, seen: 0, used: 0 }])
    await page.getByRole('link', { name: 'Use as template: rule f-1' }).click()
    await page.getByRole('button', { name: 'Add the rule' }).click()
    await page.getByRole('row', { name: /f-2/ }).waitFor()
    const added = await server.control('/faults/f-2')
    expect(added).toEqual({ id: 'f-2', ...rule, seen: 0, used: 0 })
  })

  test('shows why the server refuses a rule, and sends no text that is not JSON', async () => {
    const server = await startServer()
    const { page } = await open(server, { view: 'faults/new' })
    await page.getByLabel('Operation or supporting route').selectOption('E21')
    await page.getByLabel('refusal with a code').fill('')
    await page.getByLabel('Atoms: ids').fill('0')
    await page.getByRole('button', { name: 'Add the rule' }).click()
    await page.getByRole('alert').getByText('effect.failed must be').waitFor()
    await page.getByLabel('Part of the body').fill('{"param":')
    await page.getByText('This is not JSON:').waitFor()
    await page.getByRole('button', { name: 'Add the rule' }).click()
    await page.locator('textarea:focus').waitFor()
    expect(await server.control('/faults')).toEqual({ faults: [], unused: 0 })
    await expectAccessible(page)
    await page.goto(`${server.url}/console/#/00000000/${linkFor([HOSTILE])}`)
    await page.getByText('The link does not contain a rule').waitFor()
    await expectUnbroken(page)
  })

  test.each([
    {
      match: { operation: '*', code: '0', actor: `o'${HOSTILE} $(false)`, nth: 3 },
      phase: 'after',
      effect: { delayMs: 250, reset: true },
      times: 'always',
    },
    {
      match: { operation: 'E21', body: { '/param/text': "it's `here`" } },
      phase: 'before',
      effect: { failed: [7, 8] },
      probability: 0.25,
    },
  ])('prints a command line that adds the rule of the form: $effect', async (rule) => {
    const server = await startServer()
    const { page } = await open(server, { view: linkFor(rule) })
    const command = await page.getByRole('region', { name: 'Command line' }).textContent()
    const program = command?.replace('dam-sandbox', `'${process.execPath}' dist/cli.cjs`) ?? ''
    const { code, stderr } = await startProgram('/bin/sh', ['-c', program], {
      env: { PATH: '/usr/bin:/bin', SANDBOX_URL: server.url },
    }).ending()
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(await server.control('/faults/f-1')).toMatchObject(rule)
  })

  test('removes one rule and all rules', async () => {
    const server = await startServer()
    for (const operation of ['E1', 'E8', 'E9'])
      await act(server, '/faults', {
        match: { operation },
        phase: 'before',
        effect: { reset: true },
      })
    const { page } = await open(server, { view: 'faults' })
    await page.getByRole('button', { name: 'Remove f-2' }).click()
    await page.getByRole('row', { name: /f-2/ }).waitFor({ state: 'detached' })
    expect(await page.getByRole('row').count()).toBe(3)
    await confirmed(page, 'Remove all')
    await page.getByText('No rules.').waitFor()
    expect(await server.control('/faults')).toEqual({ faults: [], unused: 0 })
  })
})
