import { argon2, type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** What a guess costs, in KiB and passes over them. */
export interface PasswordCost {
  memory: number
  passes: number
}

export interface Passwords {
  /** In the PHC string format, so that another cost can follow later. */
  hash: (password: string) => Promise<string>
  /** False also where `stored` is null, after the same work. */
  verify: (password: string, stored: string | null) => Promise<boolean>
}

/** OWASP's choice for argon2id: 19 MiB, two passes, one lane. About 30 ms, in the thread pool. */
const owaspCost: PasswordCost = { memory: 19_456, passes: 2 }

const derive = promisify((given: Argon2Parameters, done: (error: Error | null, key: Buffer) => void) =>
  argon2('argon2id', given, done),
)

const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

const hashAt = async ({ memory, passes }: PasswordCost, password: string): Promise<string> => {
  const nonce = randomBytes(16)
  const message = password.normalize('NFC')
  const key = await derive({ memory, passes, parallelism: 1, tagLength: 32, message, nonce })
  return `$argon2id$v=19$m=${memory},t=${passes},p=1$${unpadded(nonce)}$${unpadded(key)}`
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

export const createPasswords = (cost: PasswordCost = owaspCost): Passwords => {
  const hash = (password: string) => hashAt(cost, password)
  /** Nobody's: what a password is compared with where there is no account, so that it takes as long. */
  const nobodysHash = hash(randomBytes(16).toString('hex'))
  return {
    hash,
    verify: async (password, stored) => {
      const isRight = await matches(password, stored ?? (await nobodysHash))
      return isRight && stored !== null
    },
  }
}

/** Beside those of the package, which leaves runs of digits to patterns: more of public leaks, and what one thinks of here. */
const moreWords = `
p@ssword p@ssw0rd1 pa$$word 0123456789 0987654321 987654321 87654321 12341234 12121212 123123123 zaq1zaq1 abcdefgh
linkedin facebook1 admin1234 root1234 rootroot changeme123 guest123 user1234 login123 server123 pass12345 yourpassword
qwertz123 cheese123 summer2023 summer2024 summer2025 winter2023 winter2024 winter2025 spring2024 spring2025 autumn2024
knockwire knockwire! knockwire1 knockwire123 webhooks webhook1 webhook123
`

let common: Promise<Set<string>> | undefined

const load = async (): Promise<Set<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set([...dictionary['passwords-common'], ...moreWords.trim().split(/\s+/)])
}

const isOneCharacter = (password: string) => new Set(password.normalize('NFKC')).size === 1

/** `Knockwire2026!`, `knock-wire-knock-wire`: the first thing that one tries here. */
const isProductName = (password: string) => /^(knockwire)+$/.test(password.toLowerCase().replaceAll(/[^a-z]/g, ''))

/**
 * Whether a password is among the most used ones of public leaks, in any case: some 49 000 of them, of which 18 000 have
 * eight characters or more (ASVS 5 asks for the 3 000 most used that the length allows). The list is read at first use,
 * which takes about 30 ms, so that it slows no start.
 */
export const isCommonPassword = async (password: string): Promise<boolean> => {
  common ??= load()
  return isOneCharacter(password) || isProductName(password) || (await common).has(password.toLowerCase())
}
