import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let folder: string
const script = '#!/usr/bin/env node\nconsole.log("…")\n'

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'knockwire-cli-'))
  await writeFile(join(folder, 'knockwire.cjs'), script)
  test = await createTestApp({ settings: { cliFile: join(folder, 'knockwire.cjs') } })
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true })
})

it('the command line is served to everybody, with a checksum that sha256sum reads', async () => {
  const { statusCode, body, headers } = await test.inject({ url: '/cli' })
  expect([statusCode, body, headers['content-type']]).toEqual([200, script, 'text/javascript; charset=utf-8'])
  const sha256 = createHash('sha256').update(script)
  const sum = await test.inject({ url: '/cli.sha256' })
  expect(sum.body).toBe(`${sha256.copy().digest('hex')}  knockwire\n`)
  expect(headers['repr-digest']).toBe(`sha-256=:${sha256.digest('base64')}:`)
  const again = await test.inject({ url: '/cli', headers: { 'if-none-match': String(headers['etag']) } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

it('a server that was built without the command line says so', async () => {
  const without = await createTestApp({ sharing: test, settings: { cliFile: join(folder, 'no') } })
  expect((await without.inject({ url: '/cli' })).statusCode).toBe(404)
  await without.close()
})

it('the schema of the file is served to everybody, as editors read it', async () => {
  const { statusCode, headers, json } = await test.inject({ url: '/api/v1/file.schema.json' })
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/schema+json; charset=utf-8'])
  const schema: { required: string[]; additionalProperties: boolean; properties: Record<string, unknown> } = json()
  expect(schema.required).toEqual(['version', 'project'])
  expect(schema.additionalProperties).toBe(false)
  expect(Object.keys(schema.properties)).toContain('tasks')
})
