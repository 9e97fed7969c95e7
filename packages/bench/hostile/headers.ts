import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { startApi } from '../ingress/ingress-server.ts'
import { seedReceivers } from '../ingress/seed-receivers.ts'
import type { BenchDatabase } from '../parts/bench-database.ts'
import { memoryMb } from '../parts/cpu.ts'
import { type Beside, compare } from './beside.ts'

export interface HostileHeaders extends Beside {
  quietMemoryMb: number
  peakMemoryMb: number
}

const connections = 1500

/** As many headers as fit, of which half of the connections send no end, and the others no body. */
const requestOf = (token: string, index: number) => {
  const isEndless = index % 2 === 0
  const count = isEndless ? 6000 : 490
  const headers = Array.from({ length: count }, (_, at) => `${at.toString(36)}: ${at % 10}`)
  const lines = [`POST /r/${token} HTTP/1.1`, 'Host: x', 'Content-Length: 10', ...headers]
  return isEndless ? lines.join('\r\n') : `${lines.join('\r\n')}\r\n\r\n`
}

/** 1,500 connections hold headers and nothing else, beside another sender's requests. */
export const measureHostileHeaders = async (database: BenchDatabase): Promise<HostileHeaders> => {
  const [victim = '', attacked = ''] = await seedReceivers(database.pool)
  const server = await startApi(database, 'ingress')
  try {
    const url = `http://127.0.0.1:${server.receiverPort}/r/`
    const tokens = await otherTokens(database, [victim, attacked])
    let called = 0
    const call = async () => {
      const token = tokens[(called += 1) % tokens.length] ?? victim
      const response = await fetch(url + token, { method: 'POST', body: '{"n":1}' })
      if (response.status !== 200) throw new Error(`A receiver answered ${response.status} beside the attack.`)
      await response.arrayBuffer()
    }
    let quietMemoryMb = NaN
    const beside = await compare({
      call,
      calls: 500,
      attack: async () => {
        quietMemoryMb = memoryMb(server.pid, 'now')
        const sockets = await Promise.all(
          Array.from({ length: connections }, (_, index) => openWith(server.receiverPort, requestOf(attacked, index))),
        )
        return async () => {
          for (const socket of sockets) socket.destroy()
        }
      },
    })
    return { ...beside, quietMemoryMb, peakMemoryMb: memoryMb(server.pid, 'peak') }
  } finally {
    await server.stop()
  }
}

const otherTokens = async ({ pool }: BenchDatabase, without: readonly string[]): Promise<string[]> => {
  const { rows } = await pool.query<{ token: string }>('select token from receivers where token <> all ($1::text[])', [
    without,
  ])
  return rows.map(({ token }) => token)
}

const openWith = async (port: number, text: string): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(text)
  return socket
}
