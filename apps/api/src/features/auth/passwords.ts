import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto'
import { promisify } from 'node:util'

/** OWASP's choice for argon2id: 19 MiB, two passes, one lane. About 30 ms, in the thread pool. */
const parameters = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const

const derive = promisify((given: Argon2Parameters, done: (error: Error | null, key: Buffer) => void) =>
  argon2('argon2id', given, done),
)

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** In the PHC string format, so that other parameters can follow later. */
export const hashPassword = async (password: string): Promise<string> => {
  const nonce = randomBytes(16)
  const key = await derive({ ...parameters, message: password.normalize('NFC'), nonce })
  const { memory, passes, parallelism } = parameters
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(key)}`
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

const matches = async (password: string, stored: string): Promise<boolean> => {
  const [, memory, passes, parallelism, nonce = '', key = ''] = phc.exec(stored) ?? []
  const expected = Buffer.from(key, 'base64')
  if (expected.length === 0) throw new Error('A stored password hash cannot be read.')
  const derived = await derive({
    message: password.normalize('NFC'),
    nonce: Buffer.from(nonce, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  })
  return timingSafeEqual(derived, expected)
}

/** Nobody's: what a password is compared with where there is no account, so that it takes as long. */
const nobodysHash = hashPassword(randomBytes(16).toString('hex'))

/** False also where `stored` is null, after the same work. */
export const verifyPassword = async (password: string, stored: string | null): Promise<boolean> => {
  const isRight = await matches(password, stored ?? (await nobodysHash))
  return isRight && stored !== null
}
