import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { plans } from '@knockwire/domain/plans/plans'
import { onTestFinished } from 'vitest'
import { get } from '../../../testing/calls/task-calls.ts'
import { makeToken } from '../../../testing/calls/token-calls.ts'
import { createTestCli, type TestCli } from '../../../testing/cli/test-cli.ts'
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'

const { label: _, ...unlimited } = plans.SUPER

export interface Person {
  user: TestUser
  cli: TestCli
  file: (text: string, name?: string) => Promise<void>
  read: (name?: string) => Promise<string>
}

export interface People {
  test: TestApp
  /** Of the server that their command line calls. */
  url: string
  /** Somebody new, with a token and their own folder. */
  person: (scope?: 'READ' | 'WRITE') => Promise<Person>
}

/** A server without limits, and people who use the command line with it. */
export async function createPeople(): Promise<People> {
  const test = await createTestApp({ settings: { limits: { ...unlimited, label: null } } })
  const url = await test.app.listen({ host: '127.0.0.1', port: 0 })
  let people = 0
  const person = async (scope: 'READ' | 'WRITE' = 'WRITE'): Promise<Person> => {
    const user = await test.signUp(`Person${(people += 1)}`)
    const { token } = await makeToken(user, scope)
    const cli = await createTestCli({ url, token })
    onTestFinished(cli.close)
    return {
      user,
      cli,
      file: (text, name = 'knockwire.yaml') => writeFile(join(cli.folder, name), text),
      read: (name = 'knockwire.yaml') => readFile(join(cli.folder, name), 'utf8'),
    }
  }
  return { test, url, person }
}

/** A file with one task. */
export const front = `version: 1
project: shop
tasks:
  front:
    name: Front
    schedule: { every: 5m }
    request: { url: "http://127.0.0.1:8765/" }
    notify: []
`

export const tasksOf = async ({ user }: Person) =>
  (await get(user, '/tasks?page=0&size=100')).json<{
    results: { id: string; name: string; key: string }[]
    total: number
  }>()
