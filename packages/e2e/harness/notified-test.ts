import { notifyApiOf, type NotifyApi } from './notify-api.ts'
import { test as base } from './test.ts'

interface Fixtures {
  /** Acts for `person`. */
  notify: NotifyApi
}

export const test = base.extend<Fixtures>({
  notify: async ({ context, product, person: _signedIn }, use) =>
    use(notifyApiOf(context.request, product.dashboardUrl)),
})

export { expect } from './test.ts'
