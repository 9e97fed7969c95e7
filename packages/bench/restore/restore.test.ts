import { expect, it } from 'vitest'
import { compareRows, findTools } from './postgres.ts'
import { checkProduct, startTarget } from './product.ts'
import { tryRestore } from './restore.ts'

const tools = await findTools(undefined).catch(() => null)
const withinMs = 300_000

it('a restored database is compared table by table', () => {
  expect(() => compareRows({ a: 1, b: 2 }, { a: 1, c: 3 })).toThrow('b: 2 before, none after\nc: none before, 3 after')
  expect(() => compareRows({ a: 1 }, { a: 1 })).not.toThrow()
})

const lacksSecret = 'The secret of the task was not restored.'

it.each<[string, string[], string | null]>([
  ['with its secret', ['Basic YWRhOnNlY3JldCBvZiB0aGUgdGFzaw=='], null],
  ['with its secret, beside a run of another task', ['', 'Basic YWRhOnNlY3JldCBvZiB0aGUgdGFzaw=='], null],
  ['without a secret', [''], lacksSecret],
  ['with another secret', ['Basic YWRhOm90aGVy'], lacksSecret],
])('a task that calls %s is found right or wrong', async (_how, authorizations, problem) => {
  const target = await startTarget()
  const call = async (_method: string, path: string) => {
    if (path.endsWith('/test')) target.authorizations.push(...authorizations)
    return { cookie: '', body: { status: 'SUCCEEDED', executionId: 'execution' } }
  }
  const found = await checkProduct({ call }, target, 'task').then(
    () => null,
    (error: Error) => error.message,
  )
  expect(found).toBe(problem)
  target.close()
})

// Without PostgreSQL's own programs, `pnpm restore:try` says what to install.
it.skipIf(tools === null)(
  'what is backed up is restored whole, from a dump and to a point in time, and the product runs on it',
  async () => {
    if (tools === null) return
    const programs = process.env['KNOCKWIRE_TEST_BUNDLES'] === '1' ? 'bundle' : 'source'
    const { rows } = await tryRestore(tools, { requests: 200, programs })
    expect(rows).toBeGreaterThan(300)
  },
  withinMs,
)
