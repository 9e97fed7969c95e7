import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestIngress, type TestIngress } from '../testing/test-ingress.ts'

const wrk = process.env['KNOCKWIRE_WRK'] ?? '/usr/bin/wrk'
const connections = 16
const padding = 'x'.repeat(460)

/** Counts its requests in their bodies, and goes around the receivers. */
const script = (tokens: readonly string[]) => `
local tokens = {${tokens.map((token) => `"${token}"`).join(', ')}}
local sent = 0
request = function()
  sent = sent + 1
  local body = '{"n":' .. sent .. ',"data":"${padding}"}'
  return wrk.format("POST", "/r/" .. tokens[sent % #tokens + 1], { ["Content-Type"] = "application/json" }, body)
end
done = function(summary)
  io.write("answered " .. summary.requests .. " refused " .. summary.errors.status .. "\\n")
end
`

let ingress: TestIngress
let directory: string
beforeAll(async () => {
  ingress = await createTestIngress()
  directory = await mkdtemp(join(tmpdir(), 'knockwire-wrk-'))
})
afterAll(async () => {
  await rm(directory, { recursive: true })
  await ingress.close()
})

it.skipIf(!existsSync(wrk))('every request of wrk that was answered is recorded, byte for byte', async () => {
  // Enough that no plan's limit is reached.
  const receivers = await Promise.all(Array.from({ length: 200 }, () => ingress.insertReceiver({ plan: 'SUPER' })))
  const file = join(directory, 'senders.lua')
  await writeFile(file, script(receivers.map(({ token }) => token)))
  const args = ['-t1', `-c${connections}`, '-d1s', '-s', file, `http://127.0.0.1:${ingress.port}`]
  const { stdout } = await promisify(execFile)(wrk, args)
  const [, answered = '', rejected] = /answered (\d+) refused (\d+)/.exec(stdout) ?? []
  expect(rejected).toBe('0')
  const { rows } = await ingress.test.pool.query<{ body: string }>(
    `select convert_from(request_body, 'UTF8') as body from received_requests`,
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.length).toBeGreaterThanOrEqual(Number(answered))
  expect(rows.length).toBeLessThanOrEqual(Number(answered) + connections)
  const numbers = rows.map(({ body }) => Number(/^\{"n":(\d+),"data":"x{460}"\}$/.exec(body)?.[1]))
  expect(numbers.every(Number.isInteger)).toBe(true)
  expect(new Set(numbers).size).toBe(rows.length)
})
