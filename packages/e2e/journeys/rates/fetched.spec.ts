import { expect, test } from '../../harness/notified-test.ts'

// Responses with rates are cached for a minute.
test.use({ hasEmptyHttpCache: true })

test('[MR-09, MR-15, MR-16, MR-21] what lenders publish is fetched, shown, and mailed to subscribers', async ({
  page,
  person,
  notify,
}) => {
  await notify.verify(person.email)
  await page.goto('/dashboard/support')
  await expect(page.getByRole('button', { name: person.firstName })).toBeVisible()
  await page.goto('/rates')
  await page.getByLabel('Loan amount').fill('350000')
  const row = page.getByRole('row').filter({ hasText: 'Harbor Street Savings' })
  // The server looks into the database every half minute.
  await expect(async () => {
    await page.getByRole('button', { name: 'Get Rates' }).click()
    const figures = ['6.375%', '5.625%', '6.063%', '5.875%', 'N/A']
    await expect(row.getByRole('cell')).toContainText(figures, { timeout: 5_000 })
  }).toPass({ timeout: 90_000 })
  await expect(row.getByRole('link').first()).toHaveAttribute('href', /^http:\/\/127\.0\.0\.1:\d+\/rates\.html$/)

  await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Unsubscribe', exact: true })).toBeVisible()
  const mail = async () => {
    const mails = await notify.outbox(person.email)
    return mails.find(({ subject }) => /rates/i.test(subject ?? ''))?.body ?? ''
  }
  await expect.poll(mail, { timeout: 90_000 }).toContain('Harbor Street Savings')
  const body = await mail()
  for (const figure of ['6.375', '5.625', '6.063', '5.875']) expect(body).toContain(figure)
})
