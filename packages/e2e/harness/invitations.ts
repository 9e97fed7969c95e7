import { expect, type Page } from '@playwright/test'
import { snackbar } from './screens.ts'

/** The link of the newest invitation to an address. */
export const invitationLink = async (page: Page, to: string): Promise<string> => {
  let link = ''
  await expect
    .poll(async () => {
      const mails: { body: string }[] = await (
        await page.request.get(`/dev/outbox.json?to=${encodeURIComponent(to)}`)
      ).json()
      link = mails.map(({ body }) => /\S+\/invite#[\w-]+/.exec(body)?.[0]).find((found) => found !== undefined) ?? ''
      return link
    })
    .not.toBe('')
  return link
}

export const inviteFromPage = async (page: Page, email: string, role: 'Editor' | 'Viewer') => {
  await page.goto('/dashboard/account/members')
  await page.getByRole('button', { name: 'Invite member' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite member' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('radio', { name: role }).check()
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(snackbar(page, `The invitation was sent to ${email}.`)).toBeVisible()
}
