import { executionDetails } from '@knockwire/db/schema/executions'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertReceived } from '../../../testing/rows/insert-received.ts'
import { insertRun, insertRuns } from '../../../testing/rows/insert-run.ts'
import { makeOwnedObjects } from '../../../testing/owned-objects.ts'
import { makeReceiver } from '../../../testing/calls/receiver-calls.ts'
import { type Asker, get, makeTask } from '../../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'
import { makeToken, withToken } from '../../../testing/calls/token-calls.ts'
import { exportFiles } from './export-files.ts'

type Row = Record<string, unknown>

describe('the export of an account', () => {
  let test: TestApp
  let ada: TestUser
  beforeAll(async () => {
    test = await createTestApp()
    ada = await test.signUp('Ada')
  })
  afterAll(() => test.close())

  const download = async (asker: Asker) => {
    const answer = await get(asker, '/accounts/me/export')
    expect(answer.statusCode).toBe(200)
    const files = unzipSync(answer.rawPayload)
    const textOf = (name: string) => strFromU8(files[name] ?? new Uint8Array())
    const rowsOf = (name: string): Row[] =>
      textOf(name)
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line))
    return { answer, names: Object.keys(files), textOf, rowsOf, all: Object.keys(files).map(textOf).join('\n') }
  }

  it('is one ZIP archive with everything of the account, and a README that says what is where', async () => {
    await makeOwnedObjects(test, ada)
    const { answer, names, textOf, rowsOf } = await download(ada)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': expect.stringMatching(/^attachment; filename="knockwire-\d{4}-\d\d-\d\d\.zip"$/),
      'cache-control': 'no-store',
    })
    expect(names).toEqual(['README.txt', ...exportFiles.map(({ name }) => name)])
    for (const { name } of exportFiles) expect(textOf('README.txt')).toContain(name)
    expect(rowsOf('account.jsonl')).toMatchObject([{ id: ada.accountId, plan: 'FREE' }])
    expect(rowsOf('user.jsonl')).toMatchObject([{ id: ada.userId, email: ada.email }])
    expect(rowsOf('members.jsonl')).toMatchObject([{ email: ada.email, role: 'OWNER' }, { role: 'EDITOR' }])
    expect(rowsOf('invitations.jsonl')).toMatchObject([{ email: 'invited@example.com', role: 'VIEWER' }])
    for (const name of ['tasks', 'bookmarks', 'receivers', 'notifications', 'api-tokens', 'sessions', 'rate-alerts']) {
      expect([name, rowsOf(`${name}.jsonl`).length > 0]).toEqual([name, true])
    }
    expect(rowsOf('executions.jsonl')).toMatchObject([{ status: 'SUCCEEDED', request: { method: 'GET' } }])
    expect(rowsOf('received-requests.jsonl')).toMatchObject([
      { requestBody: { text: '{"n":0}' }, deliveries: [{ type: 'EMAIL', status: 'DELIVERED' }] },
    ])
  })

  it('adds no listener for each file, of which Node would warn as of a leak', async () => {
    const warnings: string[] = []
    const note = ({ name }: Error) => void warnings.push(name)
    process.on('warning', note)
    await download(ada)
    process.off('warning', note)
    expect(warnings).toEqual([])
  })

  it('covers every table that belongs to accounts or their users, so that a new one is not forgotten', async () => {
    const { rows } = await test.pool.query<{ name: string }>(
      `select distinct c.table_name as name from information_schema.columns c
        join information_schema.tables t using (table_schema, table_name)
        where table_schema = 'public' and t.table_type = 'BASE TABLE'
          and column_name in ('account_id', 'user_id', 'task_id', 'receiver_id') order by 1`,
    )
    // Those of the first line stand in the rows of what they belong to; those of the second hold nothing of a person's.
    const elsewhere = [
      'deliveries',
      'execution_details',
      'request_forwards',
      'schedules',
      'sent_requests',
      'tested_requests',
    ]
    const internal = [
      'completions',
      'deactivations_to_mail',
      'deferred_decisions',
      'idempotency_keys',
      'email_codes',
      'heartbeat_signals',
      'network_outage_accounts',
      'password_reset_codes',
      'receiver_counters',
      'receiver_addresses',
      'rejected_requests',
      'undecided_requests',
      'webhook_secrets',
    ]
    const ownFiles = [
      'account_secrets',
      'api_tokens',
      'audit_events',
      'billing_accounts',
      'charts',
      'execution_rollups',
      'executions',
      'heartbeat_changes',
      'heartbeats',
      'invitations',
      'memberships',
      'missed_runs',
      'notifications',
      'oidc_identities',
      'passkeys',
      'projects',
      'rate_alerts',
      'rate_subscriptions',
      'received_requests',
      'receiver_rollups',
      'receivers',
      'schedule_pauses',
      'sessions',
      'slack_channels',
      'tasks',
      'verified_emails',
    ]
    expect(rows.map(({ name }) => name)).toEqual([...elsewhere, ...internal, ...ownFiles].toSorted())
  })

  it('goes through histories page by page to their last row, each body byte for byte', async () => {
    const user = await test.signUp('Long')
    const { id: taskId } = await makeTask(user)
    const runs = await insertRuns(test, { taskId, accountId: user.accountId }, 45)
    await test.db
      .insert(executionDetails)
      .values({ executionId: runs[0] ?? '', responseBody: Buffer.from([0xff, 0x00]) })
    await test.db
      .insert(executionDetails)
      .values({ executionId: runs[1] ?? '', responseBody: Buffer.from('\u{feff}{}') })
    const { id: receiverId } = await makeReceiver(user)
    await insertReceived(test, receiverId, 41)
    const { rowsOf } = await download(user)
    expect(rowsOf('executions.jsonl').map(({ id }) => id)).toEqual(runs.toReversed())
    expect(rowsOf('executions.jsonl').at(-1)).toMatchObject({ responseBody: { base64: '/wA=' } })
    // With its byte order mark.
    expect(rowsOf('executions.jsonl').at(-2)).toMatchObject({ responseBody: { text: '\u{feff}{}' } })
    expect(rowsOf('received-requests.jsonl')).toHaveLength(41)
  })

  it('holds nothing of another account, and no password, hash, token or stored secret in clear', async () => {
    const user = await test.signUp('Secretive')
    const { token } = await makeToken(user, 'READ')
    const basicAuth = { status: 'ENABLED', username: 'u', password: 'the basic secret' } as const
    await makeTask(user, { target: { basicAuth } })
    const { all } = await download(user)
    for (const secret of [token, 'the basic secret', user.password, 'argon2id', ada.accountId, ada.email]) {
      expect(all).not.toContain(secret)
    }
  })

  it('masks the secret headers that came in', async () => {
    const user = await test.signUp('Careful')
    const { id: taskId } = await makeTask(user)
    const cookies = { responseHeaders: [['set-cookie', 'a received secret']] } as const
    const run = { status: 'SUCCEEDED', statusCode: 200, details: cookies } as const
    await insertRun(test, { taskId, accountId: user.accountId }, run)
    const { id: receiverId } = await makeReceiver(user)
    await insertReceived(test, receiverId, 1, {
      requestHeaders: [
        ['Cookie', 'a received secret'],
        ['X-Id', '7'],
      ],
    })
    const { all, rowsOf } = await download(user)
    const requestHeaders = [
      ['Cookie', '********'],
      ['X-Id', '7'],
    ]
    expect(rowsOf('received-requests.jsonl')).toMatchObject([{ requestHeaders }])
    expect(rowsOf('executions.jsonl')).toMatchObject([{ responseHeaders: [['set-cookie', '********']] }])
    expect(all).not.toContain('a received secret')
  })

  it('is closed to API tokens, since it lists sessions, tokens and passkeys, which no token may read', async () => {
    const program = withToken(test, (await makeToken(await test.signUp('Program'), 'WRITE')).token)
    expect((await get(program, '/accounts/me/export')).statusCode).toBe(403)
  })

  it('is made five times an hour at most', async () => {
    const user = await test.signUp('Often')
    for (let n = 0; n < 5; n++) await download(user)
    const sixth = await get(user, '/accounts/me/export')
    expect(sixth.statusCode).toBe(429)
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('breaks off where the database fails on the way, instead of looking whole', async () => {
    const user = await test.signUp('Broken')
    await test.pool.query('alter table received_requests rename to away')
    try {
      await makeReceiver(user)
      const answer = await get(user, '/accounts/me/export').catch((error: unknown) => error)
      expect(answer).toBeInstanceOf(Error)
      expect(test.logLines.join('\n')).toContain('"event":"account export failed"')
    } finally {
      await test.pool.query('alter table away rename to received_requests')
    }
  })
})
