import { apiOf } from '../../harness/api.ts'
import { insertExecutions } from '../../harness/database.ts'
import { openReceiver } from '../../harness/every-screen/receivers.ts'
import { runs } from '../../harness/screens.ts'
import { answers } from '../../harness/target-server.ts'
import { expect, newPerson, test } from '../../harness/test.ts'

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

test('a list that opens lies under its field at once, not first beside it', async ({ page, api }) => {
  const { id } = await api.receivers.create({ name: 'Deployments' })
  await openReceiver(page, id)
  await page.getByRole('button', { name: 'Edit' }).click()
  const field = page.getByRole('combobox', { name: 'Response content type' })
  // Looked at whenever anything changed, before it is drawn: what lasts a frame is seen as well.
  const widest = await page.evaluateHandle(() => {
    const seen = { beyond: 0 }
    const look = () => {
      const { scrollWidth, clientWidth } = document.documentElement
      seen.beyond = Math.max(seen.beyond, scrollWidth - clientWidth)
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true })
    return seen
  })
  await field.fill('text')
  await expect(page.getByRole('option').first()).toBeVisible()
  expect(await widest.jsonValue()).toEqual({ beyond: 0 })
})

test('a first name of four letters is read whole in the bar at the top', async ({ page, context, product }) => {
  await apiOf(context.request, product.dashboardUrl).signUp(newPerson('Emma'))
  await page.goto('/dashboard/support')
  const name = page.getByRole('banner').getByText('Emma', { exact: true })
  await expect(name).toBeVisible()
  expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0)
})

test('the links to a history’s pages stand in one line, each wide enough for a finger', async ({
  page,
  api,
  product,
  targets,
}) => {
  const task = await api.createTask({ name: 'Tea', url: targets.target(answers.plain('ready')).url })
  await insertExecutions(product, task.id, 400)
  await page.goto(`/dashboard/tasks/${task.id}/executions?page=20`)
  await expect(runs(page).first()).toBeVisible()
  const pages = page.getByRole('navigation', { name: 'Pages' })
  const links = await pages
    .locator('button, a')
    .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().toJSON()))
  expect(links.length).toBeGreaterThan(4)
  expect(new Set(links.map(({ top }) => top)).size).toBe(1)
  expect(Math.min(...links.flatMap(({ width, height }) => [width, height]))).toBeGreaterThanOrEqual(40)
})
