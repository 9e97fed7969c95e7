import { expect, test } from '../../harness/test.ts'

const page = (title: string) => `<!doctype html><title>${title}</title><p>answered</p>
<script>document.title = 'it ran'</script>
<img src="data:," onerror="document.title = 'it ran'">
<form action="/elsewhere"><button>Go</button></form><script>document.forms[0].submit()</script>`

test('a receiver’s answer runs nothing in the browser of a signed-in user, and its owner gets no session', async ({
  api,
  browser,
  context,
}) => {
  const receiver = await api.receivers.create({
    responseHeaders: { 'content-type': 'text/html' },
    responseBody: page('{{ request.headers.cookie }}'),
  })
  const [session] = await context.cookies()
  expect(session).toMatchObject({ httpOnly: true, value: expect.stringMatching(/.{20}/) })

  // Of the two, the second is a setup that nobody should have: there the browser does send the dashboard's cookie.
  const besideTheDashboard = receiver.url.replace('//127.0.0.1:', '//localhost:')
  expect(besideTheDashboard).not.toBe(receiver.url)
  for (const url of [receiver.url, besideTheDashboard]) {
    const visit = await browser.newContext({ storageState: await context.storageState() })
    const visited = await visit.newPage()
    const response = await visited.goto(url)
    // A page that is gone to is shown as the text that it is: it has no element of its own, and nothing of it runs.
    expect(response?.headers()).toMatchObject({
      'content-type': expect.stringContaining('text/plain'),
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    await expect(visited.getByText('<p>answered</p>')).toBeVisible()
    await expect(visited.locator('form, img')).toHaveCount(0)
    expect([visited.url(), await visited.title()]).toEqual([url, ''])
    await visit.close()
  }

  const { results } = await api.receivers.history(receiver.id)
  expect(results).toHaveLength(2)
  const newest = await api.receivers.newest(receiver.id)
  expect(newest.requestHeaders.map(([name]) => name.toLowerCase())).not.toContain('cookie')
  expect(JSON.stringify(newest)).not.toContain(session?.value)
})
