import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** Addresses by type; a type that is missing is answered with that response code (2: server failure, 3: no such name). */
export interface DnsAnswer {
  a?: string[]
  aaaa?: string[]
  responseCode?: number
  /** Answered once this has resolved. */
  until?: Promise<void>
}

const typeA = 1
const typeAaaa = 28

const wordsOf = (address: string) => {
  const [head = '', tail = ''] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === '' ? [] : tail.split(':')
  return [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
}

const bytesOf = (address: string) =>
  address.includes(':')
    ? Buffer.from(
        wordsOf(address)
          .map((word) => word.padStart(4, '0'))
          .join(''),
        'hex',
      )
    : Buffer.from(address.split('.').map(Number))

const recordOf = (type: number, address: string) => {
  const data = bytesOf(address)
  // A pointer to the question's name, type, class IN, no time to live, length, address.
  return Buffer.concat([Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length]), data])
}

/** The question's name and type: labels from byte 12 on, then two bytes of type. */
const readQuestion = (query: Buffer) => {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length !== 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 }
}

/** By name, and where it is a function, of each query. */
export type DnsAnswers = Record<string, DnsAnswer | ((type: 'a' | 'aaaa') => DnsAnswer | 'silence')>

const answerTo = async (query: Buffer, answers: DnsAnswers) => {
  const { name, type, end } = readQuestion(query)
  const known = answers[name] ?? { responseCode: 3 }
  const answer = typeof known === 'function' ? known(type === typeA ? 'a' : 'aaaa') : known
  if (answer === 'silence') return null
  await answer.until
  const addresses = type === typeA ? answer.a : type === typeAaaa ? answer.aaaa : undefined
  const records = (addresses ?? []).map((address) => recordOf(type, address))
  const responseCode = addresses === undefined ? (answer.responseCode ?? 0) : 0
  const header = Buffer.from([
    query[0] ?? 0,
    query[1] ?? 0,
    0x81,
    0x80 | responseCode,
    0,
    1,
    0,
    records.length,
    0,
    0,
    0,
    0,
  ])
  return Buffer.concat([header, query.subarray(12, end), ...records])
}

/** A DNS server on loopback that knows these names. */
export const startDns = async (answers: DnsAnswers) => {
  const socket = createSocket('udp4')
  const answer = async (query: Buffer, port: number, address: string) => {
    const bytes = await answerTo(query, answers)
    if (bytes !== null) socket.send(bytes, port, address)
  }
  socket.on('message', (query, { address, port }) => void answer(query, port, address))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { server: `127.0.0.1:${socket.address().port}`, close: (): void => void socket.close() }
}
