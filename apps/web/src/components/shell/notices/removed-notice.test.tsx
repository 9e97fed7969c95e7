import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { storeLeftAccount } from '../../../lib/browser/left-account.ts'
import { account } from '../../../testing/builders/account.ts'
import { rejected, server } from '../../../testing/network.ts'
import { renderThemed } from '../../../testing/render-themed.tsx'
import { RemovedNotice } from './removed-notice.tsx'

it('that another account is shown is said also where it is not known why', async () => {
  const shown = account({ name: 'Ada Lovelace' })
  storeLeftAccount({ id: shown.id.replace(/.$/, '7'), name: 'Shop', userId: shown.user.id })
  server.get('/accounts', 'OwnAccountList', () => rejected(400, 'MALFORMED'))
  await renderThemed(<RemovedNotice account={shown} />)
  await expect.element(page.getByRole('status')).toMatchTextContent(/^This page now shows “Ada Lovelace”, not “Shop”/)
  await page.getByRole('button', { name: 'OK' }).click()
  await expect.element(page.getByRole('status')).not.toBeInTheDocument()
})
