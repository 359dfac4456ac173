import { describe, expect, test } from 'vitest'
import { confirmed, expectAccessible, expectClean, useConsole } from '#test/kit/console.ts'
import { samplesOf } from '#test/kit/samples.ts'
import { startServer } from '#test/kit/server.ts'

const { open } = useConsole()

describe('the view Assumptions', () => {
  test('switches a variant, which changes the next answer, and sets all back', async () => {
    const server = await startServer()
    const sample = samplesOf(server.fixtures).E20
    const watched = await open(server, { view: 'assumptions/A-20-1' })
    const { page } = watched
    expect((await server.call('E20', sample)).body).toEqual({})
    await page.getByRole('radio', { name: /^envelope/ }).click()
    await page.getByText('From the next call on, A-20-1 is envelope.').waitFor()
    expect((await server.call('E20', sample)).body).toMatchObject({ code: '0', result: {} })
    await page.getByText('envelope · changed').waitFor()
    await expectAccessible(page)
    await confirmed(page, 'Reset all variants')
    await page.getByText('envelope · changed').waitFor({ state: 'detached' })
    expect((await server.call('E20', sample)).body).toEqual({})
    expectClean(watched)
  })

  test('shows first what the last call rests on', async () => {
    const server = await startServer()
    const { page } = await open(server, { view: 'assumptions' })
    const first = page.locator('.assumptions-row').first()
    await first.waitFor()
    await server.result('E8', { userIds: [1001] })
    await first.getByText('call 1').waitFor()
    await server.result('E20', samplesOf(server.fixtures).E20)
    await first.getByText('call 2').waitFor()
    expect(await first.getAttribute('id')).toMatch(/^assumption-A-20-/)
    await page.locator('#assumption-A-8-2').getByText('call 1').waitFor()
  })

  test('lists every assumption, found by words, operation and whether it has variants', async () => {
    const server = await startServer()
    const { page } = await open(server, { view: 'assumptions' })
    const { assumptions: rules } = await server.control<{ assumptions: { variants: object }[] }>(
      '/assumptions',
    )
    const total = rules.length
    const variable = rules.filter(({ variants }) => Object.keys(variants).length > 0).length
    const shown = (count: number) => page.getByText(`${count} of ${total}`).waitFor()
    await shown(total)
    await page.getByLabel('Only with variants').click()
    await shown(variable)
    await page.getByLabel('Operation').selectOption('E20')
    await page.locator('#assumption-A-20-1').waitFor()
    await page.getByLabel('Search').fill('A-20-1')
    await shown(1)
    await page.getByLabel('Search').fill('no such words')
    await page.getByText('No matches.').waitFor()
    await page.getByLabel('Search').fill('A-20-1')
    await page.getByRole('button', { name: /^A-20-1/ }).click()
    await page.waitForURL(/assumptions\/A-20-1$/)
    await page.getByRole('radio', { name: /^bare/ }).waitFor()
    await page.getByRole('button', { name: /^A-20-1/ }).click()
    await page.getByRole('radio', { name: /^bare/ }).waitFor({ state: 'detached' })
  })

  test('varies the answers by a seed and chosen kinds, and ends that', async () => {
    const server = await startServer()
    const { page } = await open(server, { view: 'assumptions' })
    await page.getByRole('heading', { name: 'Variation' }).click()
    await page.getByLabel('Seed').fill('7')
    for (const kind of ['list-order', 'optional-values', 'error-codes', 'success-message'])
      await page.getByRole('checkbox', { name: new RegExp(`^${kind}`) }).click()
    await page.getByRole('button', { name: 'Vary responses' }).click()
    await page.getByText('seed 7, kinds: 1').waitFor()
    expect(await server.control('/variation')).toEqual({
      variation: { seed: 7, kinds: ['extra-fields'] },
    })
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Turn off variation' }).click()
    await page.getByText('off', { exact: true }).waitFor()
    expect(await server.control('/variation')).toEqual({ variation: null })
  })
})
