import { clientErrors } from '../../harness/client-errors.ts'
import { expect, test } from '../../harness/test.ts'

for (const path of ['/signin', '/rates', '/dashboard/tasks'])
  test(`an error of the page ${path} is reported once, without what was typed and without addresses`, async ({
    page,
    context,
    api,
  }) => {
    await api.createTask({ name: 'Tea', url: 'https://example.com/' })
    if (path === '/signin') await context.clearCookies()
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    const reports: unknown[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/client-errors')) reports.push(request.postDataJSON())
    })
    const reported = clientErrors(page)
    await page.evaluate(() => {
      const error = new TypeError(`Bad text "my secret" at ${window.location.origin}/r/token?key=1`)
      error.stack = `TypeError: my secret\n at f (${window.location.origin}/assets/part-1a2b.js:1:234)`
      for (let n = 0; n < 3; n++) window.dispatchEvent(new ErrorEvent('error', { error }))
      // Of an extension of the browser: not ours.
      const foreign = new TypeError('foreign')
      foreign.stack = 'TypeError: foreign\n at g (chrome-extension://abc/x.js:1:2)'
      window.dispatchEvent(new ErrorEvent('error', { error: foreign }))
    })
    expect(await reported).toEqual({
      build: expect.stringMatching(/^[\w-]{16}$/),
      errors: [
        {
          kind: 'error',
          name: 'TypeError',
          message: 'Bad text …',
          frames: ['part-1a2b.js:1:234'],
          page: path,
        },
      ],
    })
    expect(reports).toHaveLength(1)
  })
