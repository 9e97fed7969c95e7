import { setTimeout as afterTasks } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import {
  type BindMessage,
  bytesElement,
  type ElementType,
  execute,
  floatElement,
  intElement,
  textElement,
  uuidElement,
} from './bound-statement.ts'

let test: TestApp
let client: pg.PoolClient
beforeAll(async () => {
  test = await createTestApp()
  client = await test.pool.connect()
})
afterAll(async () => {
  client.release()
  await test.close()
})

/** What PostgreSQL makes of an array. */
const echo = async <T>(type: string, element: ElementType<T>, items: readonly (T | null)[]): Promise<unknown> => {
  const text = `select array_to_json($1::${type}[])`
  const statement = { name: `echo_${type}`, text }
  const [json = null] = await execute(client, statement, (message) => message.addArray(element, items, (item) => item))
  return JSON.parse(json ?? 'null')
}

const addInt = (value: number) => (message: BindMessage) => message.addArray(intElement, [value], (item) => item)

it('arrays arrive as they are', async () => {
  const ids = ['019a0000-0000-7000-8000-0123456789ab', '00000000-0000-0000-0000-000000000000']
  expect(await echo('uuid', uuidElement, ids)).toEqual(ids)
  const ints = [0, -1, 2_147_483_647, null, -2_147_483_648]
  expect(await echo('int4', intElement, ints)).toEqual(ints)
  expect(await echo('float8', floatElement, [0.1, -1.5e300, 1_763_700_000_123.5])).toEqual([
    0.1, -1.5e300, 1_763_700_000_123.5,
  ])
  const texts = ['', 'a', null, 'ä€😀'.repeat(1000), `"\\'{},NULL`]
  expect(await echo('text', textElement, texts)).toEqual(texts)
  expect(await echo('bytea', bytesElement, [Buffer.from([0, 255]), new Uint8Array(), null])).toEqual([
    String.raw`\x00ff`,
    String.raw`\x`,
    null,
  ])
  expect(await echo('text', textElement, [])).toEqual([])
})

it('a huge message goes whole, and a small one after it', async () => {
  const huge = 'x'.repeat(6 * 1024 * 1024)
  expect(await echo('text', textElement, [huge, 'y'])).toEqual([huge, 'y'])
  expect(await echo('text', textElement, ['z'])).toEqual(['z'])
})

it('messages of all sizes follow each other', async () => {
  for (const size of [1, 900, 3, 70_000, 40, 8000, 0]) {
    const texts = Array.from({ length: size }, (_, n) => `${size}.${n}`)
    expect(await echo('text', textElement, texts)).toEqual(texts)
  }
})

it('an error is the caller’s, and the connection goes on', async () => {
  const statement = { name: 'divided', text: 'select 1 / ($1::int[])[1]' }
  await expect(execute(client, statement, addInt(0))).rejects.toMatchObject({ code: '22012' })
  expect(await execute(client, statement, addInt(1))).toEqual(['1'])
  const empty = { name: 'empty', text: 'select 1 where ($1::int[])[1] = 1' }
  await expect(execute(client, empty, addInt(0))).rejects.toThrow('The statement "empty" gave no row.')
  const broken = { name: 'broken', text: 'select nothing from nowhere where $1::int[] is null' }
  await expect(execute(client, broken, addInt(0))).rejects.toMatchObject({ code: '42P01' })
  const unfilled = () => {
    throw new Error('cannot be filled')
  }
  await expect(execute(client, statement, unfilled)).rejects.toThrow('cannot be filled')
  expect(await execute(client, statement, addInt(-1))).toEqual(['-1'])
})

it('a connection that is lost meanwhile is an error', async () => {
  const lost = new pg.Client({ connectionString: test.url })
  lost.on('error', () => {})
  await lost.connect()
  const statement = { name: 'ended', text: 'select pg_terminate_backend(($1::int[])[1])' }
  const { rows } = await lost.query<{ pid: number }>('select pg_backend_pid() as pid')
  await expect(execute(lost, statement, addInt(rows[0]?.pid ?? 0))).rejects.toThrow(/terminat/)
})

/** Collects all that nothing holds. */
const collectGarbage = async () => {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  // Until the end of its task, what a WeakRef gave is held.
  await afterTasks(0)
  if (typeof collect === 'function') collect()
}

it('an ended statement does not hold what its message was filled with', async () => {
  const query = vi.spyOn(client, 'query')
  const executeWith = async (): Promise<WeakRef<number[]>> => {
    const numbers = [1, 2, 3]
    await execute(client, { name: 'held', text: 'select cardinality($1::int[])' }, (message) =>
      message.addArray(intElement, numbers, (item) => item),
    )
    return new WeakRef(numbers)
  }
  const numbers = await executeWith()
  await collectGarbage()
  // What pg's client may hold for longer.
  expect(query.mock.calls).toHaveLength(1)
  expect(numbers.deref()).toBeUndefined()
  query.mockRestore()
})
