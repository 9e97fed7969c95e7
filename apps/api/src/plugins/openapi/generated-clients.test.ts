import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '@hey-api/openapi-ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifiedAddress, verifyAddress } from '../../testing/calls/notification-calls.ts'
import { makeReceiver } from '../../testing/calls/receiver-calls.ts'
import { makeTask } from '../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

const target = { uri: 'https://example.com/' }
const request = { target }
const hourly = { mode: 'INTERVAL', intervalSecond: 3600 }
const condition = { source: 'response_code', comparison: 'number_not_equal_to', rightValue: 200 }
const emailSetting = { address: verifiedAddress }
const id = '01934c5e-7a10-7c3e-9d2b-6f0a1b2c3d4e'
const notification = { type: 'EMAIL', taskId: id, condition, emailSetting }

type Call = 'updateTask' | 'createNotification' | 'updateReceiver'

/** Bodies that the server takes and that it refuses; clients that are made from its description see the same in each. */
const bodies: readonly [call: Call, body: object, isTaken: boolean][] = [
  ['updateTask', { scheduler: hourly, request }, true],
  ['updateTask', { name: 'Shop', scheduler: { mode: 'CUSTOM', expression: '0 9 * * *' }, request }, true],
  ['updateTask', { scheduler: hourly, request: { target: { ...target, headers: { a: '1' } } } }, true],
  ['updateTask', { scheduler: hourly }, false],
  ['updateTask', { scheduler: { mode: 'INTERVAL' }, request }, false],
  ['updateTask', { scheduler: { mode: 'INTERVAL', intervalSecond: null }, request }, false],
  ['updateTask', { scheduler: { mode: 'INTERVAL', intervalSecond: 61 }, request }, false],
  ['updateTask', { scheduler: { mode: 'CUSTOM', intervalSecond: 60 }, request }, false],
  ['updateTask', { scheduler: { mode: 'ONE_TIME' }, request }, false],
  ['updateTask', { scheduler: { mode: 'SOMETIMES' }, request }, false],
  ['updateTask', { scheduler: { ...hourly, every: 'minute' }, request }, false],
  ['updateTask', { scheduler: hourly, request, owner: 'me' }, false],
  ['updateTask', { name: 7, scheduler: hourly, request }, false],
  ['updateTask', { scheduler: hourly, request: { target: {} } }, false],
  ['updateTask', { scheduler: hourly, request: { target: { ...target, method: 'CONNECT' } } }, false],
  ['updateTask', { scheduler: hourly, request: { target: { ...target, headers: [['a', 'b', 'c']] } } }, false],
  ['updateTask', { scheduler: hourly, request: { target: { ...target, basicAuth: { status: 'ON' } } } }, false],
  ['createNotification', notification, true],
  ['createNotification', { type: 'HTTP', taskId: id, condition, request }, true],
  ['createNotification', { ...notification, firing: { mode: 'ON_START', notifyOnRecovery: true } }, true],
  ['createNotification', { type: 'EMAIL', taskId: id, condition }, false],
  ['createNotification', { ...notification, request }, false],
  ['createNotification', { ...notification, type: 'HTTP' }, false],
  ['createNotification', { ...notification, type: 'PIGEON' }, false],
  ['createNotification', { ...notification, condition: { ...condition, source: 'weather' } }, false],
  ['createNotification', { ...notification, condition: { source: 'response_code' } }, false],
  ['createNotification', { ...notification, firing: { mode: 'NEVER' } }, false],
  [
    'createNotification',
    { type: 'SMS', taskId: id, condition, smsSetting: { phoneNumber: '1', countryCode: '+49' } },
    false,
  ],
  ['updateReceiver', { name: 'Orders' }, true],
  ['updateReceiver', { name: 'Orders', responseHeaders: { 'content-type': 'application/json' } }, true],
  ['updateReceiver', {}, false],
  ['updateReceiver', { name: 'Orders', responseCode: '200' }, false],
  ['updateReceiver', { name: 'Orders', responseHeaders: { 'x-other': '1' } }, false],
  ['updateReceiver', { name: 'Orders', expectation: { mode: 'YEARLY' } }, false],
]

const api = fileURLToPath(new URL('../../..', import.meta.url))
const compiler = fileURLToPath(new URL('../../../../../node_modules/typescript/bin/tsc', import.meta.url))
const options =
  '--ignoreConfig --noEmit --strict --skipLibCheck --target es2024 --module nodenext --moduleResolution nodenext'
    .concat(
      ' --lib es2024,dom,dom.iterable --types node --allowImportingTsExtensions --verbatimModuleSyntax --pretty false',
    )
    .split(' ')

/** What the compiler has against a file, by the number of its line from 1. */
const errorsIn = (files: string[]): Promise<{ file: string; line: number; text: string }[]> =>
  new Promise((resolve, reject) => {
    execFile(process.execPath, [compiler, ...options, ...files], { cwd: api, maxBuffer: 2 ** 26 }, (error, output) => {
      const found = output.matchAll(/^(\S+?)\((\d+),\d+\): error (.*)$/gm)
      const errors = Array.from(found, ([, file = '', line, text = '']) => ({ file, line: Number(line), text }))
      // It ends with 0 only where it has nothing against the files; a message about no line is about the call itself.
      if ((error === null) === (errors.length === 0)) resolve(errors)
      else reject(new Error(output))
    })
  })

/** Each body on its own line, of the type that the client has for it. */
const program = (importLine: string, typeOf: (call: Call) => string) =>
  [
    importLine,
    ...bodies.map(([call, body], at) => `export const b${at}: ${typeOf(call)} = ${JSON.stringify(body)}`),
  ].join('\n')

describe('a client that is generated from the description', () => {
  let test: TestApp
  let ada: TestUser
  const directory = join(api, 'node_modules/.cache/generated-clients')
  beforeAll(async () => {
    test = await createTestApp()
    ada = await test.signUp('Ada')
    await verifyAddress(test, ada)
    await rm(directory, { recursive: true, force: true })
    await mkdir(directory, { recursive: true })
    const { body } = await test.inject({ url: '/api/v1/openapi.json' })
    await writeFile(join(directory, 'openapi.json'), body)
  })
  afterAll(() => test.close())

  const rejectedLines = async (file: string, text: string) => {
    await writeFile(file, text)
    const errors = await errorsIn([file])
    // The first line is the import; each body has one line.
    expect(errors.filter((error) => !error.file.endsWith(file.split('/').at(-1) ?? '') || error.line === 1)).toEqual([])
    const lines = new Set(errors.map(({ line }) => line))
    return bodies.map(([call, body], at) => [call, JSON.stringify(body), !lines.has(at + 2)])
  }
  const expected = bodies.map(([call, body, isTaken]) => [call, JSON.stringify(body), isTaken])

  it('takes and refuses what the server takes and refuses: the server', async () => {
    const { id: taskId } = await makeTask(ada)
    const { id: receiverId } = await makeReceiver(ada)
    const urls: Record<Call, string> = {
      updateTask: `/api/v1/tasks/${taskId}`,
      createNotification: '/api/v1/notifications',
      updateReceiver: `/api/v1/receivers/${receiverId}`,
    }
    const found: unknown[] = []
    for (const [call, body] of bodies) {
      const payload: object = JSON.parse(JSON.stringify(body).replaceAll(id, taskId))
      const { statusCode } = await ada.inject({ method: 'POST', url: urls[call], payload })
      expect([call, JSON.stringify(body), statusCode]).toEqual([
        call,
        JSON.stringify(body),
        expect.toBeOneOf([200, 201, 400, 422]),
      ])
      found.push([call, JSON.stringify(body), statusCode < 300])
    }
    expect(found).toEqual(expected)
  })

  it('takes and refuses what the server takes and refuses: packages/client, by openapi-typescript', async () => {
    const line = `import type { InputOf } from '@knockwire/client/call-types'`
    const text = program(line, (call) => `InputOf<'${call}'>['body']`)
    expect(await rejectedLines(join(directory, 'ours.ts'), text)).toEqual(expected)
  })

  it('takes and refuses what the server takes and refuses: one by @hey-api/openapi-ts, which compiles as a whole', async () => {
    const output = join(directory, 'hey-api')
    await createClient({
      input: join(directory, 'openapi.json'),
      output: { path: output, importFileExtension: '.ts' },
      plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
      logs: { level: 'silent' },
    })
    expect(await errorsIn([join(output, 'sdk.gen.ts')])).toEqual([])
    const names = ['UpdateTaskData', 'CreateNotificationData', 'UpdateReceiverData']
    const line = `import type { ${names.join(', ')} } from './types.gen.ts'`
    const text = program(line, (call) => `${call.slice(0, 1).toUpperCase()}${call.slice(1)}Data['body']`)
    expect(await rejectedLines(join(output, 'bodies.ts'), text)).toEqual(expected)
  })
})
