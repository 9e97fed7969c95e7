import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import openapiTypes, { astToString, type OpenAPI3 } from 'openapi-typescript'

// Writes src/generated from the API's description: `node packages/client/generate.ts`. With `--check` it writes nothing, and
// ends with 1 where what is there is not what it would write.

interface Operation {
  operationId: string
  responses: Record<string, { content?: Record<string, unknown> }>
}

interface Description {
  paths: Record<string, Record<string, Operation>>
}

const script = fileURLToPath(new URL('../../apps/api/src/commands/print-openapi.ts', import.meta.url))

const describe = () =>
  JSON.parse(execFileSync(process.execPath, [script], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })) as Description

/** What a call answers when it succeeds: a value, a file that may be long, or nothing. */
const answerOf = ({ responses }: Operation): 'json' | 'file' | 'nothing' => {
  const types = Object.entries(responses).flatMap(([status, { content }]) =>
    status.startsWith('2') ? Object.keys(content ?? {}) : [],
  )
  if (types.length === 0) return 'nothing'
  // A stream is answered to those alone who ask for one.
  return types.every((type) => type === 'application/json' || type === 'text/event-stream') ? 'json' : 'file'
}

const notice = '// Generated from the description of the API by generate.ts: change it there, not here.\n'

const callsOf = ({ paths }: Description): string => {
  const lines = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      const call = { method: method.toUpperCase(), path, answers: answerOf(operation) }
      return `  ${operation.operationId}: ${JSON.stringify(call)},`
    }),
  )
  return `${notice}\n/** Where each call is made. */\nexport const calls = {\n${lines.join('\n')}\n} as const\n`
}

/** Without the rejections: a call that is rejected throws an error of one type. */
const ofSuccess = ({ paths, ...description }: Description): Description => ({
  ...description,
  paths: Object.fromEntries(
    Object.entries(paths).map(([path, operations]) => [
      path,
      Object.fromEntries(
        Object.entries(operations).map(([method, operation]) => {
          const responses = Object.entries(operation.responses).filter(([status]) => /^[23]/.test(status))
          return [method, { ...operation, responses: Object.fromEntries(responses) }]
        }),
      ),
    ]),
  ),
})

const typesOf = async (description: Description): Promise<string> => {
  // What has a default may be left out where it is sent; where it is answered, the description says that it is always there.
  const types = await openapiTypes(ofSuccess(description) as unknown as OpenAPI3, { defaultNonNullable: false })
  return `${notice}\n${astToString(types)}`
}

const generated = new URL('src/generated/', import.meta.url)

const description = describe()
const files = { 'calls.ts': callsOf(description), 'schema.ts': await typesOf(description) }

const current = (name: string) => {
  try {
    return readFileSync(new URL(name, generated), 'utf8')
  } catch {
    return null
  }
}

if (process.argv.includes('--check')) {
  const stale = Object.entries(files).filter(([name, text]) => current(name) !== text)
  for (const [name] of stale) {
    process.stderr.write(
      `packages/client/src/generated/${name} is not of this API: run node packages/client/generate.ts\n`,
    )
  }
  process.exitCode = stale.length === 0 ? 0 : 1
} else {
  mkdirSync(generated, { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(new URL(name, generated), text)
}
