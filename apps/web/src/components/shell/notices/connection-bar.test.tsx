import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { overview } from '../../../testing/builders/overview.ts'
import { server } from '../../../testing/network.ts'
import { holdPages, openPage } from '../../../testing/open-page.tsx'

it('a page that is opened without a network is said to appear once it can be loaded', async () => {
  server.get('/overview', 'OverviewView', () => overview({ tasks: 1 }))
  await openPage('/dashboard/overview')
  const bar = page.getByRole('status').filter({ hasText: 'You’re offline.' })
  const letPagesCome = holdPages()
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
  await expect.element(bar).toBeInTheDocument()
  await expect.element(bar).not.toMatchTextContent(/The page you opened/)
  await page.getByRole('link', { name: 'Support' }).first().click()
  await expect.element(bar).toMatchTextContent(/The page you opened appears once it can be loaded\./)
  onLine.mockRestore()
  window.dispatchEvent(new Event('online'))
  letPagesCome()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Support')
  await expect.element(bar).not.toBeInTheDocument()
})
