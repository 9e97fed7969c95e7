import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { isFiltered, receiverHistoryFilters, taskHistoryFilters } from './filters.ts'
import { type HistoryQuery, historyQuery, watchedId } from './history.ts'
import { watchKey } from './history-rules.ts'

const id = '0190a2c0-0000-7000-8000-000000000001'
const Query = z.strictObject({ ...historyQuery(20), ...taskHistoryFilters })
const read = (query: object) => Query.safeParse(query).data

describe('the query of a history', () => {
  it('begins with the first page, the newest first', () => {
    expect(read({})).toEqual({ page: 0, size: 20, order: 'newest' })
  })

  it('takes lists with commas, and spaces around what they hold', () => {
    expect(read({ code: '404, 5xx,1XX ,999,9xx', status: 'FAILED,RUNNING' })).toMatchObject({
      code: ['404', '5xx', '1XX', '999', '9xx'],
      status: ['FAILED', 'RUNNING'],
    })
    expect(z.object(receiverHistoryFilters).parse({ status: 'QUEUED', notified: 'true' })).toEqual({
      status: ['QUEUED'],
      notified: true,
    })
  })

  it.each(['', '404,', '99', '099', '0xx', '4x', '4040', 'x404', '404x', '4xxx', '404;500'])('has no code %j', (code) =>
    expect(read({ code })).toBeUndefined(),
  )

  it('names at most 20 codes, in at most 200 characters', () => {
    const codes = (count: number) => Array.from({ length: count }, () => '404').join(',')
    expect(read({ code: codes(20) })?.code).toHaveLength(20)
    expect(read({ code: codes(21) })).toBeUndefined()
    expect(read({ code: `404${' '.repeat(197)}` })?.code).toEqual(['404'])
    expect(read({ code: `404${' '.repeat(198)}` })).toBeUndefined()
  })

  it('watches at most 100 rows, by keys of at most 200 characters', () => {
    const keys = (count: number, length: number) => Array.from({ length: count }, () => 'x'.repeat(length)).join(',')
    expect(read({ watch: keys(100, 199) })?.watch).toHaveLength(100)
    expect(read({ watch: keys(101, 1) })).toBeUndefined()
    expect(read({ watch: keys(1, 200) })?.watch).toEqual(['x'.repeat(200)])
    expect(read({ watch: keys(1, 201) })).toBeUndefined()
    expect(read({ watch: keys(100, 200) })).toBeUndefined()
  })

  it.each(Object.keys({ ...taskHistoryFilters, ...receiverHistoryFilters }))('is filtered by %s', (name) => {
    expect(isFiltered({ [name]: false })).toBe(true)
  })

  it('is not filtered by where its page is', () => {
    const page: HistoryQuery = { page: 2, size: 10, pageTopObject: id, after: id, until: id, at: 'x', watch: [] }
    expect(isFiltered(page)).toBe(false)
  })
})

describe('the key by which a row is watched', () => {
  const mark = { type: 'EMAIL', deliveredAt: null } as const

  it('has its id, its status and its deliveries', () => {
    const notificationResults = (['PENDING', 'DELIVERED', 'FAILED', 'LIMIT_EXCEEDED'] as const).map(
      (status, attempts) => ({ ...mark, status, attempts }),
    )
    expect(watchKey({ id, status: 'RUNNING', notificationResults })).toBe(`${id}~RUNNING.P0.D1.F2.L3`)
    expect(watchKey({ id, notificationResults: [] })).toBe(`${id}~`)
    expect(watchKey({ id, signal: { kind: 'UNDECIDED' }, notificationResults: [] })).toBe(`${id}~UNDECIDED`)
  })

  it('is as long as a query takes it', () => {
    const notificationResults = Array.from({ length: 80 }, () => ({ ...mark, status: 'PENDING' as const, attempts: 0 }))
    expect(watchKey({ id, notificationResults })).toHaveLength(200)
  })

  it('leads back to the row', () => {
    expect(watchedId(`${id}~RUNNING.P0`)).toBe(id)
    expect(watchedId(id)).toBe(id)
    expect(watchedId('x~RUNNING')).toBeNull()
  })
})
