import { Socket } from 'node:net'
import type { Dispatcher } from 'undici'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Connection } from '../connect/connection.ts'
import type { LostConnection } from './answer-failure.ts'
import { type Answer, AnswerReader, type ReaderOptions } from './answer-reader.ts'

const controllerWith = (...rawHeaders: string[]) =>
  ({ rawHeaders: rawHeaders.map((text) => Buffer.from(text, 'latin1')) }) as unknown as Dispatcher.DispatchController
const controller = controllerWith()

const startReading = (changes: Partial<ReaderOptions> = {}) => {
  const settled: (Answer | LostConnection)[] = []
  const settle = (value: unknown) => void settled.push(value as Answer | LostConnection)
  const options = { redirectOf: () => null, isIdempotent: false, maxBodyBytes: 100, ...changes }
  const connection = { socket: new Socket() } as Connection
  return { settled, reader: new AnswerReader(connection, options, { resolve: settle, reject: settle }) }
}

const reset = Object.assign(new Error('reset'), { code: 'ECONNRESET' })

describe('reading an answer', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
  afterEach(() => void vi.useRealTimers())

  it('settles once, whatever comes afterwards', () => {
    const { reader, settled } = startReading()
    reader.onResponseStart(controller, 200)
    reader.onResponseEnd()
    reader.onResponseEnd()
    reader.onResponseError(controller, reset)
    expect(settled).toMatchObject([{ statusCode: 200, isComplete: true }])
  })

  it('fails once, whatever comes afterwards', () => {
    const { reader, settled } = startReading()
    reader.onResponseError(controller, reset)
    reader.onResponseError(controller, reset)
    reader.onResponseEnd()
    expect(settled).toMatchObject([{ code: 'CONNECTION_RESET' }])
  })

  it('takes its first byte from the first response, even an informational one', () => {
    const { reader, settled } = startReading()
    vi.advanceTimersByTime(5)
    reader.onResponseStarted()
    reader.onResponseStart(controller, 103)
    const firstByteAt = performance.now()
    vi.advanceTimersByTime(5)
    reader.onResponseStarted()
    reader.onResponseStart(controllerWith('X-A', '1'), 200)
    reader.onResponseEnd()
    expect(settled).toMatchObject([{ firstByteAt, headers: { text: [['X-A', '1']] } }])
  })

  it('ends at the hundred and first informational answer', () => {
    const { reader, settled } = startReading()
    for (let count = 0; count < 100; count += 1) reader.onResponseStart(controller, 103)
    expect(settled).toEqual([])
    for (let count = 0; count < 2; count += 1) reader.onResponseStart(controller, 103)
    expect(settled).toMatchObject([{ code: 'INVALID_RESPONSE' }])
  })
})

describe('a connection that is lost may be replaced', () => {
  const isRepeatable = (isIdempotent: boolean, ...before: ('sent' | 'answered')[]) => {
    const { reader, settled } = startReading({ isIdempotent })
    if (before.includes('sent')) reader.onRequestStart()
    if (before.includes('answered')) {
      vi.useFakeTimers({ toFake: ['performance'], now: 1_000 })
      vi.advanceTimersByTime(5)
      reader.onResponseStarted()
      vi.useRealTimers()
    }
    reader.onResponseError(controller, reset)
    return (settled[0] as LostConnection).isRepeatable
  }

  it('for any method before the request has been sent', () => {
    expect([isRepeatable(false), isRepeatable(true)]).toEqual([true, true])
  })

  it('only for a method that may be repeated, once it has been sent', () => {
    expect([isRepeatable(false, 'sent'), isRepeatable(true, 'sent')]).toEqual([false, true])
  })

  it('for none once the answer has begun', () => {
    expect([isRepeatable(false, 'sent', 'answered'), isRepeatable(true, 'sent', 'answered')]).toEqual([false, false])
  })
})
