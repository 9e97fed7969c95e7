import { DrizzleQueryError } from 'drizzle-orm/errors'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '@knockwire/db/client'
import { createTestDatabase } from '@knockwire/db/testing/test-database'
import { errorForLog } from './error-for-log.ts'

const secret = 'ada@example.com'

const failedQuery = () => {
  const cause = Object.assign(new Error('duplicate key value violates unique constraint'), {
    code: '23505',
    detail: `Key (email)=(${secret}) already exists.`,
  })
  return new DrizzleQueryError('insert into accounts values ($1)', [secret], cause)
}

describe('an error in the log', () => {
  it.each<[where: string, error: () => Error]>([
    ['alone', failedQuery],
    ['as a cause', () => new Error('outer', { cause: new Error('inner', { cause: failedQuery() }) })],
    ['as one of several', () => new AggregateError([failedQuery()], 'several')],
    ['as a field', () => Object.assign(new Error('outer'), { params: [secret] })],
  ])('holds no values of a failed query that stands %s', (_where, error) => {
    expect(JSON.stringify(errorForLog(error()))).not.toContain(secret)
  })

  it('says which statement failed, why, and where from', () => {
    expect(errorForLog(failedQuery())).toMatchObject({
      message: 'duplicate key value violates unique constraint',
      code: '23505',
      query: 'insert into accounts values ($1)',
      stack: expect.stringContaining('error-for-log.test'),
    })
    expect(errorForLog(new Error('outer', { cause: failedQuery() }))).toMatchObject({
      type: 'Error',
      message: 'outer',
      cause: { code: '23505', query: 'insert into accounts values ($1)' },
    })
  })

  it('says what each of several errors is, and what it has of its own', () => {
    const one = Object.assign(new TypeError('one'), { code: 'E1' })
    const logged = errorForLog(new AggregateError([one, 'text'], 'several'))
    expect(logged).toMatchObject({
      type: 'AggregateError',
      errors: [{ type: 'TypeError', message: 'one', code: 'E1' }, 'text'],
    })
    expect(logged).not.toHaveProperty('cause')
    expect(errorForLog(one)).not.toHaveProperty('errors')
  })

  it.each([
    [{ query: 'select 1' }, { query: 'select 1', message: 'outer' }],
    [{ params: [secret] }, { message: 'outer' }],
    [
      { params: [secret], query: 7 },
      { query: 7, message: 'outer' },
    ],
  ])('is a failed query only where it has a statement and values: %j', (fields, expected) => {
    expect(errorForLog(Object.assign(new Error('outer'), fields))).toMatchObject(expected)
  })

  it('is said to be a failed query where nothing more is known of one', () => {
    const error = new DrizzleQueryError('select 1', [secret])
    expect(errorForLog(error)).toMatchObject({ message: 'query failed', query: 'select 1' })
  })

  it('names the fields of a cause that is no error, and writes numbers and codes of it alone', () => {
    const answer = {
      access_token: 'eyJ.access',
      refresh_token: 'short',
      id_token: 'eyJhbGciOi.J9',
      expires_in: '3600',
      status: 400,
      ok: false,
      error: 'invalid_grant',
      email: secret,
      claims: { sub: 'ada', email: secret },
      list: ['eyJ.access'],
      body: '{"access_token":"eyJ.access"}',
    }
    const causes: unknown[] = [
      answer,
      { body: answer },
      [answer],
      new Map([['token', 'eyJ.access']]),
      JSON.stringify(answer),
    ]
    for (const cause of causes) {
      for (const error of [new Error('outer', { cause }), new AggregateError([cause], 'several'), cause]) {
        const text = JSON.stringify(errorForLog(error))
        expect(text).not.toMatch(/eyJ|short|ada/)
      }
    }
    expect(errorForLog(new Error('outer', { cause: answer }))).toMatchObject({
      message: 'outer',
      cause: {
        status: 400,
        ok: false,
        error: 'invalid_grant',
        expires_in: '3600',
        fields: ['access_token', 'refresh_token', 'id_token', 'email', 'claims', 'list', 'body'],
      },
    })
    expect(errorForLog(new Error('outer', { cause: 'The socket was closed.' }))).toMatchObject({
      cause: 'The socket was closed.',
    })
  })

  it('is one line also where a cause cannot be written as JSON', () => {
    const loop: Record<string, unknown> = { size: 7n }
    loop['self'] = loop
    expect(errorForLog(new Error('outer', { cause: loop }))).toMatchObject({ cause: { fields: ['self'] } })
  })

  it('goes six causes deep', () => {
    const chain = (depth: number): Error => new Error(`level ${depth}`, depth === 8 ? {} : { cause: chain(depth + 1) })
    const text = JSON.stringify(errorForLog(chain(0)))
    expect(text).toContain('"message":"level 6"')
    expect(text).not.toContain('"message":"level 7"')
  })

  it('ends where an error is its own cause', () => {
    const error = new Error('round and round')
    error.cause = error
    expect(JSON.stringify(errorForLog(error))).toContain('round and round')
  })

  it('holds nothing of the connection that was lost', async () => {
    const test = await createTestDatabase()
    onTestFinished(test.close)
    const { promise: lost, resolve: onIdleError } = Promise.withResolvers<Error>()
    const idle = openDatabase({ url: test.url, max: 1, applicationName: 'idle', onIdleError })
    onTestFinished(idle.close)
    await idle.pool.query('select 1')
    await test.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'idle'`,
    )
    const logged = errorForLog(await lost)
    expect(logged).toMatchObject({ code: '57P01', severity: 'FATAL' })
    expect(JSON.stringify(logged)).not.toMatch(/secretKey|connectionParameters/)
  })

  it('ends where an error is one of its own, or a failed query its own cause', () => {
    const several = new AggregateError([], 'several')
    several.errors.push(several)
    expect(errorForLog(several)).toMatchObject({ errors: [{ message: 'several' }] })
    const query = failedQuery()
    query.cause = query
    expect(errorForLog(query)).toMatchObject({ query: 'insert into accounts values ($1)' })
  })

  it('leaves what is no error as it is', () => {
    expect(errorForLog('text')).toBe('text')
  })
})
