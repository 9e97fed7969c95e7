import { expect, it } from 'vitest'
import { keptBodyBytes, observationOf } from './observation.ts'

const answer = {
  statusCode: 200,
  responseTimeMs: 12,
  responseHeaders: [['Content-Type', 'text/plain; charset=iso-8859-1']] as const,
  responseBody: new Uint8Array([0xe9]),
  isTruncated: false,
}

it('an observation reads the body by its declared charset', () => {
  expect(observationOf(answer)).toEqual({
    statusCode: 200,
    responseTimeMs: 12,
    headers: [['Content-Type', 'text/plain; charset=iso-8859-1']],
    body: 'é',
    bodyProblem: null,
  })
})

it('an observation has no headers and an empty body where none are kept', () => {
  const { headers, body } = observationOf({ ...answer, responseHeaders: null, responseBody: null })
  expect([headers, body]).toEqual([[], ''])
})

it('an observation has no text for a binary body, and says so', () => {
  const observed = observationOf({ ...answer, responseHeaders: [], responseBody: new Uint8Array([0, 1]) })
  expect(observed).toMatchObject({ body: null, bodyProblem: 'The body is not text.' })
})

it('an observation of a body that was cut says so', () => {
  expect(observationOf({ ...answer, isTruncated: true }).bodyProblem).toBe(
    'The body is incomplete: the rest of it did not arrive.',
  )
  const whole = new Uint8Array(keptBodyBytes).fill(0x20)
  expect(observationOf({ ...answer, responseBody: whole, isTruncated: true }).bodyProblem).toBe(
    'The body is too long: only its beginning is stored.',
  )
})

it('an observation is null throughout where no response came, even where the attempt took time', () => {
  const failed = { ...answer, statusCode: null, responseTimeMs: 30_000, responseHeaders: null, responseBody: null }
  expect(observationOf(failed)).toEqual({ statusCode: null, responseTimeMs: null, headers: null, body: null })
})
