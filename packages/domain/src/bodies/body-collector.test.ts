import { describe, expect, it } from 'vitest'
import { BodyCollector } from './body-collector.ts'

describe('putting a body together', () => {
  it('of a million chunks does not copy it a million times', () => {
    const collector = new BodyCollector(1_048_576)
    const chunk = Uint8Array.of(7)
    const before = process.cpuUsage()
    for (let count = 0; count < 1_048_576; count += 1) collector.add(chunk)
    // About 20 ms; copying all at each chunk moves half a terabyte.
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(3_000)
    expect(collector.bytes()).toEqual(new Uint8Array(1_048_576).fill(7))
    expect(collector.isTruncated).toBe(false)
    expect(collector.add(chunk)).toBe(false)
    expect(collector.isTruncated).toBe(true)
    expect(collector.bytes()).toHaveLength(1_048_576)
  })

  it('keeps the part of a chunk that there is room for', () => {
    const collector = new BodyCollector(5)
    expect(collector.add(Buffer.from('abc'))).toBe(true)
    expect(collector.add(Buffer.from('defg'))).toBe(false)
    expect(Buffer.from(collector.bytes()).toString()).toBe('abcde')
  })

  it('leaves what it was given as it was', () => {
    const first = Buffer.from('abcdef').subarray(0, 3)
    const collector = new BodyCollector(100)
    collector.add(first)
    collector.add(Buffer.from('xyz'))
    expect(Buffer.from(first.buffer, first.byteOffset, 6).toString()).toBe('abcdef')
    expect(Buffer.from(collector.bytes()).toString()).toBe('abcxyz')
  })
})
