import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A connection on which a test writes whatever it likes. */
export interface RawConnection {
  socket: Socket
  write: (data: string | Uint8Array) => void
  /** All that came back so far. */
  received: () => string
  /** Resolves when the other side has closed. */
  closed: Promise<void>
}

export const openRaw = async (port: number): Promise<RawConnection> => {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  await once(socket, 'connect')
  let text = ''
  socket.on('data', (data: Buffer) => (text += data.toString('latin1')))
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => {
    socket.once('end', resolve)
    socket.once('close', () => resolve())
  })
  return { socket, write: (data) => void socket.write(data), received: () => text, closed }
}

/** Writes everything at once and gives what comes back until the other side closes. */
export const exchangeRaw = async (port: number, data: string | Uint8Array): Promise<string> => {
  const connection = await openRaw(port)
  connection.write(data)
  await connection.closed
  connection.socket.destroy()
  return connection.received()
}

/** The statuses of the answers in what came back. */
export const statusesIn = (received: string): number[] =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
