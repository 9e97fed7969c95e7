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
    // Signed in alike, but without the watch for problems: scripts are to be rejected here.
    const visit = await browser.newContext({ storageState: await context.storageState() })
    const visited = await visit.newPage()
    const rejected = visited.waitForEvent('console', (message) => message.text().includes('Blocked script execution'))
    await visited.goto(url)
    await expect(visited.getByText('answered')).toBeVisible()
    await rejected
    expect([visited.url(), await visited.title()]).toEqual([url, ''])
    await visit.close()
  }

  const { results } = await api.receivers.history(receiver.id)
  expect(results).toHaveLength(2)
  const newest = await api.receivers.newest(receiver.id)
  expect(newest.requestHeaders.map(([name]) => name.toLowerCase())).not.toContain('cookie')
  expect(JSON.stringify(newest)).not.toContain(session?.value)
})
