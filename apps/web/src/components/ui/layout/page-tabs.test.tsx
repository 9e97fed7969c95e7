import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { account } from '../../../testing/builders/account.ts'
import { server } from '../../../testing/network.ts'
import { openPage } from '../../../testing/open-page.tsx'

it('the tab whose address is opened is in sight on a phone, also one that comes once it is known who reads', async () => {
  await page.viewport(390, 800)
  const { promise, resolve } = Promise.withResolvers<void>()
  server.get('/accounts/me', 'AccountView', async () => {
    await promise
    return account()
  })
  server.get('/accounts/me/audit-events', 'AuditPage', () => ({ results: [], next: null, people: [] }))
  server.get('/accounts/me/members', 'MemberList', () => ({ members: [], invitations: [], accounts: [] }))
  await openPage('/dashboard/account/audit-log')
  const tabs = page.getByRole('navigation', { name: 'Account' })
  await expect.element(tabs.getByRole('link', { name: 'Data' })).toBeInTheDocument()
  resolve()
  const tab = tabs.getByRole('link', { name: 'Audit log' })
  await expect.element(tab).toBeInTheDocument()
  await expect.poll(() => tab.element().getBoundingClientRect().right).toBeLessThanOrEqual(390)
  await page.viewport(1280, 800)
})
