import type { ClientError } from '@knockwire/domain/client-errors/client-error'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

const url = '/api/v1/client-errors'

const crash: ClientError = {
  kind: 'crash',
  name: 'SyntaxError',
  message: 'Invalid regular expression: /b2-my-secret/giu: Invalid escape',
  frames: ['body-view-1a2b.js:1:234', 'what I typed'],
  page: '/dashboard/tasks/0192f3aa-9d2b-7c3e-8a57-2f0e5a1b4c11',
}

describe('errors in browsers', () => {
  let test: TestApp
  beforeAll(async () => void (test = await createTestApp()))
  afterAll(() => test.close())

  const report = (errors: unknown[], headers = {}, remoteAddress = '203.0.113.7') =>
    test.inject({ method: 'POST', url, payload: { build: 'aBc-1', errors }, headers, remoteAddress })
  const lines = () =>
    test.logLines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => msg === 'client error')

  it('are counted by kind and logged with the build, the page and where in our files, also from a visitor', async () => {
    expect(await test.metrics()).toContain('knockwire_client_errors_total{kind="crash"} 0')
    const answer = await report([crash, { ...crash, kind: 'code' }])
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
    expect(lines().at(0)).toMatchObject({
      level: 40,
      kind: 'crash',
      name: 'SyntaxError',
      message: 'Invalid regular expression: … Invalid escape',
      frames: ['body-view-1a2b.js:1:234'],
      page: '/dashboard/tasks/:id',
      build: 'aBc-1',
    })
    expect(lines()).toHaveLength(2)
    const metrics = await test.metrics()
    expect(metrics).toContain('knockwire_client_errors_total{kind="crash"} 1')
    expect(metrics).toContain('knockwire_client_errors_total{kind="code"} 1')
  })

  it('are rejected from a page of another site, in another form, and where they are too many or too long', async () => {
    expect((await report([crash], { origin: 'https://other.example' })).statusCode).toBe(403)
    const bad = [
      [],
      Array.from({ length: 11 }, () => crash),
      [{ ...crash, kind: 'other' }],
      [{ ...crash, typed: 'secret' }],
      [{ ...crash, message: 'x'.repeat(301) }],
    ]
    for (const errors of bad) expect((await report(errors)).statusCode).toBe(400)
    expect((await report([{ ...crash, message: 'x'.repeat(20_000) }])).statusCode).toBe(413)
  })

  it('are taken up to a number a minute from one network, and from all', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 21; n++) statuses.push((await report([crash], {}, '203.0.113.8')).statusCode)
    expect(statuses).toEqual([...Array<number>(20).fill(204), 429])
    expect((await report([crash], {}, '203.0.113.9')).statusCode).toBe(204)
  })

  it('are counted one by one, however many a report holds, and none is logged beyond the number of a minute', async () => {
    test.clock.advance(60_000)
    const before = lines().length
    const ten = Array.from({ length: 10 }, () => crash)
    const ofOne: number[] = []
    for (let n = 0; n < 3; n++) ofOne.push((await report(ten, {}, '203.0.113.8')).statusCode)
    expect(ofOne).toEqual([204, 204, 429])
    const ofAll: number[] = []
    for (let n = 0; n < 40; n++) ofAll.push((await report(ten, {}, `203.0.${114 + n}.1`)).statusCode)
    expect(ofAll).toContain(429)
    expect(lines().length - before).toBeLessThanOrEqual(300)
  })
})
