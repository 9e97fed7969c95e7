import { DrizzleQueryError } from 'drizzle-orm/errors'
import { describe, expect, it } from 'vitest'
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

  it('ends where an error is its own cause', () => {
    const error = new Error('round and round')
    error.cause = error
    expect(JSON.stringify(errorForLog(error))).toContain('round and round')
  })

  it('leaves what is no error as it is', () => {
    expect(errorForLog('text')).toBe('text')
  })
})
