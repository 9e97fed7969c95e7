import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { insertExecutions, insertRequests } from '../../harness/database.ts'
import { runs } from '../../harness/screens.ts'
import { expect, test } from '../../harness/test.ts'

/** What a link of the history downloads. */
const download = async (page: Page, link: string): Promise<{ name: string; text: string }> => {
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: link, exact: true }).click()
  const file = await downloading
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

test('a task’s history of 2,000 executions is downloaded as JSON lines and as HAR, and read back', async ({
  page,
  api,
  product,
  targets,
}) => {
  const task = await api.createTask({ url: targets.target().url })
  await insertExecutions(product, task.id, 2000)
  await page.goto(`/dashboard/tasks/${task.id}/executions`)
  const whole = await download(page, 'JSON lines')
  expect(whole.name).toMatch(/^knockwire-executions-.*\.jsonl$/)
  const lines = linesOf(whole.text)
  expect(lines).toHaveLength(2000)
  expect(lines[1]).toMatchObject({ response: { body: { content: '{"order":1999}' } } })
  expect(lines.at(-1)).toMatchObject({ status: 'SUCCEEDED', response: { body: { content: '{"order":1}' } } })

  await page.getByLabel('Status', { exact: true }).selectOption('Failed')
  await expect(runs(page)).toHaveCount(10)
  await expect(page.getByRole('group', { name: 'Export executions' })).toContainText('Export matching executions')
  const failed = await download(page, 'HAR')
  expect(failed.name).toMatch(/\.har$/)
  const { log } = JSON.parse(failed.text)
  expect(log).toMatchObject({ version: '1.2', creator: { name: 'Knockwire' } })
  expect(log.entries).toHaveLength(20)
  expect(log.entries[0]).toMatchObject({
    request: { method: 'GET', url: 'https://shop.example/stock' },
    response: { status: 0, _error: expect.stringContaining('TIMEOUT') },
  })
})

test('a receiver’s history is downloaded as JSON lines, as its filters have it', async ({ page, api, product }) => {
  const receiver = await api.receivers.create()
  await insertRequests(product, receiver.id, 200)
  await page.goto(`/dashboard/receivers/${receiver.id}/executions?status=FAILED`)
  const { name, text } = await download(page, 'JSON lines')
  expect(name).toMatch(/^knockwire-requests-.*\.jsonl$/)
  expect(linesOf(text).map(({ url }) => url)).toEqual([`${receiver.url}/orders/200`, `${receiver.url}/orders/100`])
})
