import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { BadSettings } from './bad-settings.ts'
import { missingOf, parseEnvironment, settingWarnings, sharedSettingsOf, sharedVariables } from './shared-settings.ts'

const Environment = z.object(sharedVariables)
const key = Buffer.alloc(32, 1)
const least = { DATABASE_URL: 'postgres://user@db/knockwire', ENCRYPTION_KEY: key.toString('base64') }

const read = (variables: Record<string, string | undefined> = {}) =>
  sharedSettingsOf(parseEnvironment(Environment, { ...least, ...variables }, () => []))

const complaint = (variables: Record<string, string | undefined>, missing: readonly string[] = []): string => {
  try {
    parseEnvironment(Environment, { ...least, ...variables }, () => missing)
  } catch (error) {
    if (error instanceof BadSettings && error.name === 'BadSettings') return error.message
    throw error
  }
  return ''
}

describe('the settings of both apps', () => {
  it('have defaults for all but a database and a key', () => {
    expect(read()).toEqual({
      databaseUrl: least.DATABASE_URL,
      databasePoolerUrl: null,
      limits: null,
      defaultPlan: 'FREE',
      keyring: { current: '1', keys: { '1': key } },
      host: '127.0.0.1',
      publicOrigin: 'http://localhost:3000',
      receiverOrigin: 'http://127.0.0.1:3001',
      outboundAllowCidrs: [],
      outboundProxy: null,
      operatorHost: '127.0.0.1',
      operatorPorts: [3002, 3003, 3004],
      logLevel: 'info',
      isEmbedded: false,
      makesCalls: true,
      stripe: null,
      tracing: null,
    })
    expect(parseEnvironment(Environment, least, () => []).SLACK_API_URL).toBe('https://slack.com/api/')
  })

  it('are those of the environment', () => {
    expect(
      read({
        DATABASE_URL: 'postgresql://a@b/c',
        DATABASE_POOLER_URL: 'postgres://pooler/c',
        HOST: '::',
        PORT: '80',
        PUBLIC_ORIGIN: 'https://Knockwire.example/',
        RECEIVER_ORIGIN: 'http://in.example:8080/',
        OUTBOUND_ALLOW_CIDRS: ' 10.0.0.0/8 ,fd00::/8',
        OPERATOR_HOST: '10.0.0.1',
        EXECUTOR_PORT: '1',
        OPERATOR_PORT: '0',
        EXECUTOR_OPERATOR_PORT: '65535',
        LOG_LEVEL: 'debug',
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector',
      }),
    ).toMatchObject({
      databaseUrl: 'postgresql://a@b/c',
      databasePoolerUrl: 'postgres://pooler/c',
      host: '::',
      publicOrigin: 'https://knockwire.example',
      receiverOrigin: 'http://in.example:8080',
      outboundAllowCidrs: ['10.0.0.0/8', 'fd00::/8'],
      operatorHost: '10.0.0.1',
      operatorPorts: [1, 0, 65_535],
      logLevel: 'debug',
      tracing: { url: 'http://collector/v1/traces', ratio: 1 },
    })
  })

  it('name their own ports in the origins that are not set', () => {
    expect(read({ PORT: '80', RECEIVER_PORT: '81' })).toMatchObject({
      publicOrigin: 'http://localhost:80',
      receiverOrigin: 'http://127.0.0.1:81',
    })
  })

  it('keep embedded mode to this machine, and open loopback to its tasks', () => {
    expect(read({ KNOCKWIRE_EMBEDDED: 'true' })).toMatchObject({
      isEmbedded: true,
      host: '127.0.0.1',
      outboundAllowCidrs: ['127.0.0.0/8', '::1'],
    })
    expect(read({ KNOCKWIRE_EMBEDDED: '1', HOST: '::1', OUTBOUND_ALLOW_CIDRS: '10.0.0.0/8' })).toMatchObject({
      host: '::1',
      outboundAllowCidrs: ['127.0.0.0/8', '::1', '10.0.0.0/8'],
    })
  })

  it.each([
    ['HOST', '0.0.0.0'],
    ['PUBLIC_ORIGIN', 'https://monitor.example'],
    ['RECEIVER_ORIGIN', 'https://hooks.example'],
    ['TRUST_PROXY', '1'],
  ])('stop a start in embedded mode that others could reach by %s=%s', (name, value) => {
    expect(complaint({ KNOCKWIRE_EMBEDDED: '1', [name]: value })).toContain(`${name}=${value}`)
    expect(complaint({ KNOCKWIRE_EMBEDDED: '0', [name]: value })).toBe('')
  })

  it.each(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])('may log from the level %s on', (level) => {
    expect(read({ LOG_LEVEL: level }).logLevel).toBe(level)
  })
})

describe('a setting that is bad', () => {
  it.each([
    ['DATABASE_URL', 'mysql://db', 'must start with postgres://'],
    ['DATABASE_URL', ' postgres://db', 'must start with postgres://'],
    ['DATABASE_URL', 'postgresq://db', 'must start with postgres://'],
    ['DATABASE_POOLER_URL', 'mysql://db', 'must start with postgres://'],
    ['DATABASE_POOLER_URL', 'xpostgres://db', 'must start with postgres://'],
  ])('%s, of "%s", is named with the reason', (name, value, reason) => {
    expect(complaint({ [name]: value })).toMatch(new RegExp(`^${name} is not usable: ${reason}.*\\.$`))
  })

  it.each<readonly [name: string, value: string]>([
    ...['PORT', 'RECEIVER_PORT', 'EXECUTOR_PORT', 'OPERATOR_PORT', 'EXECUTOR_OPERATOR_PORT'].flatMap((name) =>
      ['-1', '65536', '1.5', 'http'].map((value) => [name, value] as const),
    ),
    ...['PUBLIC_ORIGIN', 'RECEIVER_ORIGIN', 'SLACK_API_URL'].flatMap((name) =>
      ['knockwire.example', 'ftp://knockwire.example', 'ahttp://a', 'httpx://a'].map((value) => [name, value] as const),
    ),
    ['LOG_LEVEL', 'loud'],
    ['KNOCKWIRE_EMBEDDED', 'perhaps'],
  ])('%s, of "%s", is named', (name, value) => {
    expect(complaint({ [name]: value })).toMatch(new RegExp(`^${name} is not usable: `))
  })

  it('is named with the others', () => {
    expect(complaint({ DATABASE_URL: '', ENCRYPTION_KEY: undefined, PORT: '-1' })).toMatch(
      /^DATABASE_URL is not set\. ENCRYPTION_KEY is not set\. PORT is not usable: [^.]*\.$/,
    )
  })

  it('is one that is empty only where it is needed', () => {
    expect(read({ PORT: '', LOG_LEVEL: '', HOST: '', OPERATOR_HOST: '', TWILIO_AUTH_TOKEN: '' })).toEqual(read())
  })

  it('is also one that another one needs', () => {
    expect(complaint({ STRIPE_PUBLIC_KEY: 'pk_1' }, ['TWILIO_FROM', 'SMTP_URL'])).toBe(
      'TWILIO_FROM is not set. SMTP_URL is not set. STRIPE_SECRET_KEY is not set. STRIPE_WEBHOOK_SECRET is not set. STRIPE_PRICE_HOBBY is not set. STRIPE_PRICE_BUSINESS is not set.',
    )
    expect(complaint({})).toBe('')
  })
})

describe('a setting in a file', () => {
  const fileWith = async (text: string) => {
    const folder = await mkdtemp(join(tmpdir(), 'knockwire-settings-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, 'setting')
    await writeFile(file, text)
    return file
  }

  it.each([
    ['postgres://file/db\n', 'postgres://file/db'],
    ['postgres://file/db\r\n', 'postgres://file/db'],
    ['postgres://file/db', 'postgres://file/db'],
    ['postgres://file/db\n\n', 'postgres://file/db\n'],
    ['postgres://file/d\nb', 'postgres://file/d\nb'],
  ])('is its text without the line break at its end: %j', async (text, expected) => {
    expect(read({ DATABASE_URL: undefined, DATABASE_URL_FILE: await fileWith(text) }).databaseUrl).toBe(expected)
  })

  it('is used where it is not set itself', async () => {
    const file = await fileWith('postgres://file/db')
    expect(read({ DATABASE_URL_FILE: file }).databaseUrl).toBe(least.DATABASE_URL)
    expect(read({ DATABASE_URL: '', DATABASE_URL_FILE: file }).databaseUrl).toBe('postgres://file/db')
    expect(read({ DATABASE_URL_FILE: '' }).databaseUrl).toBe(least.DATABASE_URL)
    // As a compose file mounts a secret that is not set.
    expect(read({ OUTBOUND_ALLOW_CIDRS_FILE: await fileWith('\n') }).outboundAllowCidrs).toEqual([])
  })

  it('that cannot be read is named', async () => {
    const missing = `${await fileWith('')}.missing`
    expect(complaint({ DATABASE_URL: undefined, DATABASE_URL_FILE: missing })).toMatch(
      /^DATABASE_URL_FILE cannot be read: Error: ENOENT/,
    )
  })
})

it.each([
  [{}, []],
  [{ a: 1, b: 2, c: 3 }, []],
  [{ a: 1 }, ['b', 'c']],
  [{ c: 1, d: 1 }, ['a', 'b']],
])(
  'of variables that need each other, those are missing of %o that are not set beside one that is: %o',
  (env, missing) => {
    expect(missingOf(env, ['a', 'b', 'c'])).toEqual(missing)
  },
)

describe('a setting that is not usable', () => {
  it.each([
    ['DATABASE_URL', 'mysql://db/x', 'DATABASE_URL is not usable: must start with postgres://.'],
    [
      'DATABASE_URL',
      'postgres://u:p/w@db/x',
      'DATABASE_URL is not usable: it cannot be read: write special characters',
    ],
    [
      'DATABASE_URL',
      'postgres://u:p#w@db/x',
      'DATABASE_URL is not usable: it cannot be read: write special characters',
    ],
    [
      'DATABASE_URL',
      'postgres://u:1@h/p@db/x',
      'DATABASE_URL is not usable: it cannot be read: write special characters',
    ],
    ['DATABASE_URL', 'postgres://u@db/x?sslmode=typo', 'DATABASE_URL is not usable: sslmode must be one of disable, '],
    ['DATABASE_POOLER_URL', 'http://db', 'DATABASE_POOLER_URL is not usable: must start with postgres://.'],
    ['ENCRYPTION_KEY', 'short', 'ENCRYPTION_KEY must be 32 bytes in base64 (make one with: openssl rand -base64 32)'],
    ['PORT', 'x', 'PORT is not usable: it is not a number.'],
    [
      'PUBLIC_ORIGIN',
      'https://a.example/path',
      'PUBLIC_ORIGIN is not usable: it is a host alone, with a port at most: use https://a.example.',
    ],
    ['RECEIVER_ORIGIN', 'https://a.example?x', 'RECEIVER_ORIGIN is not usable: it is a host alone'],
    [
      'OUTBOUND_ALLOW_CIDRS',
      '10.0.0.0/99',
      'OUTBOUND_ALLOW_CIDRS is not usable: "10.0.0.0/99" is neither an address nor a range',
    ],
    [
      'OUTBOUND_ALLOW_CIDRS',
      '10.0.0.0/8,printer',
      'OUTBOUND_ALLOW_CIDRS is not usable: "printer" is neither an address nor a range',
    ],
  ])('is named in one sentence: %s=%s', (name, value, message) => {
    const said = complaint({ [name]: value })
    expect(said.startsWith(message)).toBe(true)
    expect(said).not.toMatch(/\.\.|\n/)
    expect(said.split(name)).toHaveLength(2)
  })

  it.each(['require', 'verify-full', 'disable'])('is not what PostgreSQL knows: sslmode=%s', (mode) => {
    expect(complaint({ DATABASE_URL: `postgres://u:p%40w@db/x?sslmode=${mode}` })).toBe('')
  })
})

describe('what may be meant otherwise', () => {
  const warnings = (environment: Record<string, string>) => settingWarnings(environment, Object.keys(sharedVariables))

  it.each([
    ['RECIEVER_PORT', 'RECEIVER_PORT'],
    ['ENCRYPTON_KEY', 'ENCRYPTION_KEY'],
    ['DATABASE_ULR', 'DATABASE_URL'],
    ['ENCRYPTION_KEYS_FILE', 'ENCRYPTION_KEY'],
  ])('a misspelt name gets a warning with the nearest setting: %s', (name, near) => {
    expect(warnings({ [name]: '1' })).toEqual([`${name} is not a setting and has no effect: did you mean ${near}?`])
  })

  it('loopback, opened to tasks where a proxy on loopback is believed, gets a warning', () => {
    const own = { OUTBOUND_ALLOW_CIDRS: '10.1.0.0/16, 127.0.0.0/8' }
    expect(warnings({ ...own, TRUST_PROXY: 'loopback' })).toEqual([
      expect.stringMatching(/^OUTBOUND_ALLOW_CIDRS opens 127\.0\.0\.0\/8: tasks reach this server's own ports/),
    ])
    expect(warnings({ ...own, TRUST_PROXY: '10.0.0.0/8' })).toEqual([])
    expect(warnings({ OUTBOUND_ALLOW_CIDRS: '10.1.0.0/16', TRUST_PROXY: 'loopback' })).toEqual([])
  })

  it('a setting, a file of one and what others read get none', () => {
    const others = {
      PATH: '/bin',
      HOSTNAME: 'x',
      POST: '1',
      npm_config_port: '1',
      KNOCKWIRE_API_PORT: 'tcp://10.0.0.1:3000',
    }
    expect(warnings({ RECEIVER_PORT: '1', ENCRYPTION_KEY_FILE: '/x', ...others })).toEqual([])
  })

  it('an opening for every address gets a warning', () => {
    expect(warnings({ OUTBOUND_ALLOW_CIDRS: '10.0.0.0/8, 0.0.0.0/0' })).toEqual([
      'OUTBOUND_ALLOW_CIDRS opens every address, private ones too, to every task: 0.0.0.0/0.',
    ])
  })
})
