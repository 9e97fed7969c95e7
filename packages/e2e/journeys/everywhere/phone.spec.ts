import { openReceiver } from '../../harness/every-screen/receivers.ts'
import { expect, test } from '../../harness/test.ts'

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
