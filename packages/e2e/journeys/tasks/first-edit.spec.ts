import { receiverSection } from '../../harness/receiver-screens.ts'
import { hold } from '../../harness/pause.ts'
import { section } from '../../harness/screens.ts'
import { expect, test } from '../../harness/test.ts'

test.use({ isFirstVisit: true })

const editors = /\/assets\/form-parts-/

for (const kind of ['task', 'receiver'] as const) {
  test(`the first Edit of a ${kind} keeps what is read until its editor has come`, async ({ page, api }) => {
    const editor = await hold(page, editors)
    const { id } =
      kind === 'task' ? await api.createTask({ url: 'https://example.com/tea' }) : await api.receivers.create()
    await page.goto(`/dashboard/${kind}s/${id}`)
    const settings = kind === 'task' ? section(page, 'Request Settings') : receiverSection(page, 'Response Settings')
    const edit = settings.getByRole('button', { name: 'Edit' })
    await expect(settings.locator('dl').first()).toBeVisible()
    const read = await settings.locator('dl').allInnerTexts()
    await edit.click()
    await expect(edit).toHaveAttribute('aria-busy', 'true')
    await expect(edit).toBeFocused()
    expect(await settings.locator('dl').allInnerTexts()).toEqual(read)
    await page.keyboard.press('Escape')
    await expect(edit).not.toHaveAttribute('aria-busy', 'true')
    await edit.click()
    editor.release()
    await expect(settings.getByRole('button', { name: 'Save' })).toBeVisible()
    await expect(settings.locator('input:focus, select:focus')).toHaveCount(1)
  })

  test(`a ${kind} whose editor does not load says so in its place, and is edited after the reload that it offers`, async ({
    page,
    api,
    problem,
  }) => {
    problem.announce(404, '/assets/form-parts')
    await page.route(editors, (route) => route.fulfill({ status: 404 }))
    const { id } =
      kind === 'task' ? await api.createTask({ url: 'https://example.com/tea' }) : await api.receivers.create()
    await page.goto(`/dashboard/${kind}s/${id}`)
    const settings = kind === 'task' ? section(page, 'Request Settings') : receiverSection(page, 'Response Settings')
    await settings.getByRole('button', { name: 'Edit' }).click()
    const message = settings.getByRole('alert').filter({ hasText: 'This part could not be loaded.' })
    await expect(message).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(message).toHaveCount(0)
    await settings.getByRole('button', { name: 'Edit' }).click()
    await expect(message).toBeVisible()
    await page.unroute(editors)
    await message.getByRole('button', { name: 'Reload the page' }).click()
    await expect(message).toHaveCount(0)
    await settings.getByRole('button', { name: 'Edit' }).click()
    await expect(settings.getByRole('button', { name: 'Save' })).toBeVisible()
  })
}
