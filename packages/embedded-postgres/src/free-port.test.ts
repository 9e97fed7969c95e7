import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { freePort } from './free-port.ts'

/** The first port that this system gives to outgoing connections; Linux's default where it cannot be read. */
const firstOutgoing = async () => {
  const range = await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').catch(() => '32768')
  return Number.parseInt(range, 10)
}

it('a free port is none that an outgoing connection could take before its server does, and each is another', async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, () => freePort()))
  expect(Math.max(...ports)).toBeLessThan(await firstOutgoing())
  expect(new Set(ports).size).toBe(50)
})

it('a free port is the preferred one, or another where that is taken', async () => {
  const preferred = await freePort()
  expect(await freePort(preferred)).toBe(preferred)
  const server = createServer().listen(preferred, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  expect((server.address() as AddressInfo).port).toBe(preferred)
  expect(await freePort(preferred)).not.toBe(preferred)
})
