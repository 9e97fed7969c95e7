import { expect, type Page } from '@playwright/test'
import type { Product } from './product.ts'

/** The code (six digits, or a reset's three groups) of the newest mail to an address whose subject says so, once it is there. */
export const mailedCode = async (page: Page, product: Product, to: string, subject: RegExp): Promise<string> => {
  const url = `${product.dashboardUrl}/dev/outbox.json?to=${encodeURIComponent(to)}`
  let code = ''
  await expect
    .poll(async () => {
      const mails: { subject: string; body: string }[] = await (await page.request.get(url)).json()
      code =
        /\b(\d{6}|[0-9A-Z]{4}(-[0-9A-Z]{4}){2})\b/.exec(
          mails.find((mail) => subject.test(mail.subject))?.body ?? '',
        )?.[0] ?? ''
      return code
    })
    .not.toBe('')
  return code
}
