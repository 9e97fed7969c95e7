import { randomBytes, randomFillSync } from 'node:crypto'

/** How far ids may be ahead of the clock, in milliseconds. */
export const maxAheadMs = 10_000

let lastMs = 0
/** Goes on from millisecond to millisecond, so that ids of one keep their order even if some of another time come in between. */
let sequence = randomBytes(2).readUInt16BE(0) & 0xfff

/** Random bytes for several ids at once: asking for each alone took most of the time of making one. */
const pool = Buffer.allocUnsafeSlow(16 * 256)
let poolUsed = pool.length

const sixteenRandomBytes = (): Buffer => {
  if (poolUsed === pool.length) {
    randomFillSync(pool)
    poolUsed = 0
  }
  poolUsed += 16
  return pool.subarray(poolUsed - 16, poolUsed)
}

/**
 * A UUIDv7 (RFC 9562, section 5.7) at a given time, in milliseconds since 1970. Those made by one process count up (method
 * 1, a 12-bit counter), so that newest-first is the order of making, also where the clock goes back by up to ten seconds.
 * Where it goes back further, it was wrong before and is corrected: ids follow it, or they would be of the future for as
 * long as it was ahead.
 */
export const uuidv7 = (nowMs: number = Date.now()): string => {
  sequence = (sequence + 1) & 0xfff
  if (nowMs > lastMs || nowMs < lastMs - maxAheadMs) lastMs = nowMs
  else if (sequence === 0) lastMs += 1
  const bytes = sixteenRandomBytes()
  bytes.writeUIntBE(lastMs, 0, 6)
  bytes.writeUInt16BE(0x7000 | sequence, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** When an id was made, in milliseconds since 1970. */
export const uuidTime = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

/** The least UUIDv7 of a time, in SQL: rows by their ids are rows by their time. `time` is an SQL expression. */
export const leastIdSql = (time: string): string =>
  `(lpad(to_hex((extract(epoch from ${time}) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid`
