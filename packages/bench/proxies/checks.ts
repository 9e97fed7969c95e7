import type pg from 'pg'
import type { Client } from './client.ts'

const kib = 1024
const mib = 1024 * kib
/** The largest body of a webhook that is taken, and what more than that is answered with. */
const webhookBytes = mib
const tooLarge = 413
const person = { email: 'ada@example.com', password: 'a long password of a trial', firstName: 'Ada', lastName: 'L' }

const expectStatus = (what: string, { status, text }: { status: number; text: string }, expected: number) => {
  if (status !== expected) throw new Error(`${what}: ${status} instead of ${expected}. ${text.slice(0, 300)}`)
}

/** The value of the cookies that an answer sets, to be sent back. */
const cookieOf = (header: string | string[] | undefined) =>
  [header ?? []]
    .flat()
    .map((one) => one.split(';')[0])
    .join('; ')

const signUp = async ({ call }: Client, pool: pg.Pool, origin: string) => {
  const headers = { origin, 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' }
  const answer = await call('dashboard', '/api/v1/auth/sign-up', {
    method: 'POST',
    body: JSON.stringify(person),
    headers,
  })
  expectStatus('Signing up', answer, 201)
  const setCookie = String(answer.headers['set-cookie'])
  if (!/Secure/i.test(setCookie)) throw new Error(`The session's cookie is not for HTTPS alone: ${setCookie}`)
  const { rows } = await pool.query<{ address: string }>('select remote_address as address from sessions')
  if (rows[0]?.address !== '127.0.0.1') throw new Error(`The client's address was taken to be ${rows[0]?.address}.`)
  // As the operator does; the trial's mails go nowhere.
  await pool.query(`update accounts set plan = 'SUPER'`)
  return { origin, cookie: cookieOf(answer.headers['set-cookie']), 'content-type': 'application/json' }
}

const makeReceiver = async ({ call }: Client, headers: Record<string, string>) => {
  const { 'content-type': _, ...bare } = headers
  const made = await call('dashboard', '/api/v1/receivers', { method: 'POST', headers: bare })
  expectStatus('Making a receiver', made, 201)
  const { id } = JSON.parse(made.text) as { id: string }
  const activated = await call('dashboard', `/api/v1/receivers/${id}/lifecycle/activate`, {
    method: 'POST',
    headers: bare,
  })
  if (activated.status >= 300) expectStatus('Activating a receiver', activated, 200)
  const read = await call('dashboard', `/api/v1/receivers/${id}`, { headers: bare })
  const { url } = JSON.parse(read.text) as { url: string }
  return { id, path: new URL(url).pathname }
}

const sendWebhooks = async ({ call }: Client, pool: pg.Pool, path: string) => {
  const body = Buffer.alloc(webhookBytes, 'a')
  const send = (content: Buffer, headers: Record<string, string> = {}) =>
    call('receivers', path, { method: 'POST', body: content, headers: { 'content-type': 'text/plain', ...headers } })
  for (let count = 0; count < 8; count += 1) expectStatus('A webhook of 1 MiB', await send(body), 200)
  const large = await send(Buffer.alloc(2 * mib, 'a'))
  expectStatus('A webhook of 2 MiB', large, tooLarge)
  // The product counts it for the receiver's owner; a proxy that answers for it would hide it.
  if (large.headers['content-type'] === 'text/html') throw new Error('A webhook of 2 MiB was answered by the proxy.')
  const token = 'x'.repeat(60 * kib)
  expectStatus('A webhook with a header of 60 KiB', await send(Buffer.from('small'), { 'x-token': token }), 200)
  await send(Buffer.from('spoofed'), { 'x-forwarded-for': '203.0.113.9' })
  const { rows } = await pool.query<{ count: number; spoofed: number }>(
    `select count(*)::int as count, count(*) filter (where remote_address <> '127.0.0.1')::int as spoofed from received_requests`,
  )
  const [stored] = rows
  if (stored?.count !== 10 || stored.spoofed !== 0) throw new Error(`Stored instead: ${JSON.stringify(stored)}`)
}

/** A call of nearly 2 MiB is read, and refused for what it says and not for its size. */
const sendLargeCall = async ({ call }: Client, headers: Record<string, string>, id: string) => {
  const body = JSON.stringify({ name: 'x'.repeat(2 * mib - kib) })
  const answer = await call('dashboard', `/api/v1/receivers/${id}`, { method: 'POST', body, headers })
  expectStatus('A call of 2 MiB', answer, 422)
}

const exportRequests = async ({ call }: Client, headers: Record<string, string>, id: string) => {
  const answer = await call('dashboard', `/api/v1/receivers/${id}/executions/export`, { headers })
  expectStatus('An export', answer, 200)
  const lines = answer.text.trimEnd().split('\n')
  if (lines.length !== 10) throw new Error(`The export has ${lines.length} lines instead of 10.`)
  for (const line of lines) JSON.parse(line)
  return { mib: Math.round(answer.text.length / mib), firstByteMs: answer.firstByteMs, totalMs: answer.totalMs }
}

/** What people and programs do through the proxy, with the sizes that the product takes. Throws where something is not as without it. */
export const checkProxy = async (client: Client, pool: pg.Pool, origin: string) => {
  const headers = await signUp(client, pool, origin)
  const receiver = await makeReceiver(client, headers)
  await sendWebhooks(client, pool, receiver.path)
  await sendLargeCall(client, headers, receiver.id)
  return exportRequests(client, headers, receiver.id)
}
