import { createDecipheriv, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createSecrets, parseKeyring } from './secrets.ts'

const key = () => randomBytes(32)

describe('a encrypted secret', () => {
  it('opens to the same text, and shows nothing of it', () => {
    const secrets = createSecrets({ current: 'a', keys: { a: key() } })
    for (const text of ['', 'hunter2', 'päßwörd 🔑', 'x'.repeat(100_000)]) {
      const encrypted = secrets.encrypt(text)
      expect(secrets.decrypt(encrypted)).toBe(text)
      if (text) expect(Buffer.from(encrypted.data, 'base64').includes(text)).toBe(false)
    }
  })

  it('is AES-256-GCM under the current key, with the key’s id as additional data and a tag of 128 bits', () => {
    const current = key()
    const { k, iv, data } = createSecrets({ current: 'a', keys: { a: current } }).encrypt('hunter2')
    const bytes = Buffer.from(data, 'base64')
    const decipher = createDecipheriv('aes-256-gcm', current, Buffer.from(iv, 'base64'), { authTagLength: 16 })
    decipher.setAAD(Buffer.from(k)).setAuthTag(bytes.subarray(-16))
    const text = decipher.update(bytes.subarray(0, -16), undefined, 'utf8') + decipher.final('utf8')
    expect([k, text]).toEqual(['a', 'hunter2'])
  })

  it('differs each time, so that equal secrets do not look equal', () => {
    const secrets = createSecrets({ current: 'a', keys: { a: key() } })
    expect(secrets.encrypt('same').data).not.toBe(secrets.encrypt('same').data)
  })

  it('does not open once a bit, the iv or the key id was changed', () => {
    const same = key()
    const secrets = createSecrets({ current: 'a', keys: { a: same, b: same } })
    const encrypted = secrets.encrypt('text')
    const flipped = Buffer.from(encrypted.data, 'base64')
    flipped.writeUInt8(flipped.readUInt8(0) ^ 1, 0)
    expect(() => secrets.decrypt({ ...encrypted, data: flipped.toString('base64') })).toThrow()
    expect(() => secrets.decrypt({ ...encrypted, iv: randomBytes(12).toString('base64') })).toThrow()
    expect(() => secrets.decrypt({ ...encrypted, k: 'b' })).toThrow()
    expect(() => secrets.decrypt({ ...encrypted, data: '' })).toThrow()
  })

  it('does not open where its tag is shorter than 128 bits', () => {
    const secrets = createSecrets({ current: 'a', keys: { a: key() } })
    const { data, ...rest } = secrets.encrypt('')
    expect(() =>
      secrets.decrypt({ ...rest, data: Buffer.from(data, 'base64').subarray(0, 12).toString('base64') }),
    ).toThrow()
  })

  it('needs the key that encrypts, and finds none in what every object has', () => {
    expect(() => createSecrets({ current: 'b', keys: { a: key() } })).toThrow(
      'ENCRYPTION_KEY has no key "b", under which a stored secret was encrypted.',
    )
    expect(() => createSecrets({ current: 'toString', keys: {} })).toThrow('no key "toString"')
  })

  it('still opens after a new key became the current one, and names a key that is missing', () => {
    const [old, fresh] = [key(), key()]
    const encrypted = createSecrets({ current: 'old', keys: { old } }).encrypt('text')
    const rotated = createSecrets({ current: 'new', keys: { new: fresh, old } })
    expect(rotated.decrypt(encrypted)).toBe('text')
    expect(rotated.encrypt('text').k).toBe('new')
    expect(() => createSecrets({ current: 'new', keys: { new: fresh } }).decrypt(encrypted)).toThrow('no key "old"')
  })
})

describe('ENCRYPTION_KEY', () => {
  const [one, two] = [key(), key()]

  it('is one bare key', () => {
    expect(parseKeyring(one.toString('base64'))).toEqual({ current: '1', keys: { '1': one } })
  })

  it('may be without padding, in the alphabet of addresses, with an id of words and dashes', () => {
    const binary = Buffer.alloc(32, 0xfb)
    expect(parseKeyring(` 2026-a_b : ${binary.toString('base64url')} `)).toEqual({
      current: '2026-a_b',
      keys: { '2026-a_b': binary },
    })
  })

  it('is a list whose first key is the current one', () => {
    const text = `2026:${two.toString('base64')}, 2025:${one.toString('base64')}`
    expect(parseKeyring(text)).toEqual({ current: '2026', keys: { '2026': two, '2025': one } })
  })

  it.each([
    ['nothing', ''],
    ['a short key', randomBytes(16).toString('base64')],
    ['a long key', randomBytes(33).toString('base64')],
    ['no base64', `a:${'!'.repeat(44)}`],
    ['an empty id', `:${one.toString('base64')}`],
    ['an id twice', `a:${one.toString('base64')},a:${two.toString('base64')}`],
    ['an empty entry', `a:${one.toString('base64')},`],
    ['more behind a key', `a:${one.toString('base64')}!`],
    ['something before a key', `a:!${one.toString('base64')}`],
    ['an id with a space', `a b:${one.toString('base64')}`],
    ['an id that begins with a dot', `.a:${one.toString('base64')}`],
    ['an id that ends with a dot', `a.:${one.toString('base64')}`],
  ])('is rejected with a message that names it: %s', (_, text) => {
    expect(() => parseKeyring(text)).toThrow('ENCRYPTION_KEY must be 32 bytes')
  })
})
