import { hostileText, fuzz, fuzzTimeoutMs } from '@knockwire/domain/testing/fuzzing'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeOwnedObjects, type OwnedObjects } from '../testing/owned-objects.ts'
import { inputsOf, type Schema } from '../testing/routes/schema-inputs.ts'
import { createTestApp, type TestApp, type TestUser } from '../testing/test-app.ts'

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: Schema
}
type Content = Record<string, { schema?: Schema }>
interface Operation {
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}
interface Description {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}
interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  operation: Operation
}
interface Input {
  call: Call
  /** Values of the path's parameters; null is an object that the caller has. */
  ids: Record<string, string | null>
  query: Record<string, unknown>
  body: unknown
}

/** In the short form. */
const inputsPerCall = 4

const pointer = (text: string) => text.replaceAll('~', '~0').replaceAll('/', '~1')

describe('every call of the API', { timeout: fuzzTimeoutMs }, () => {
  let test: TestApp
  let user: TestUser
  let owned: OwnedObjects
  let description: Description
  let users = 0
  const ajv = new Ajv2020({ strict: false, allErrors: false })
  formats.default(ajv)

  const becomeSomebodyNew = async () => {
    user = await test.signUp(`Fuzz${(users += 1)}`)
    owned = await makeOwnedObjects(test, user)
  }
  beforeAll(async () => {
    const limits = { requestsPerMinute: 1e6, ratesRequestsPerMinute: 1e6, signUpsPerHour: 1e6, codesPerHour: 1e6 }
    test = await createTestApp({ settings: limits })
    description = (await test.inject({ url: '/api/v1/openapi.json' })).json<Description>()
    ajv.addSchema({ ...description, $id: 'api' })
    await becomeSomebodyNew()
  })
  afterAll(() => test.close())

  const resolve = (ref: string): Schema => description.components.schemas[ref.split('/').at(-1) ?? ''] ?? {}

  const parametersOf = (parameters: readonly Parameter[], place: Parameter['in']) =>
    parameters.filter((parameter) => parameter.in === place)

  const inputOf = (call: Call): fc.Arbitrary<Input> => {
    const { parameters = [], requestBody } = call.operation
    const id = fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, fc.uuid(), hostileText())
    const ids = Object.fromEntries(parametersOf(parameters, 'path').map(({ name }) => [name, id]))
    const queries = parametersOf(parameters, 'query')
    const query = Object.fromEntries(queries.map(({ name, schema }) => [name, inputsOf(schema, resolve)]))
    const schema = Object.values(requestBody?.content ?? {})[0]?.schema
    return fc.record({
      call: fc.constant(call),
      ids: fc.record(ids),
      query: fc.record(query, { requiredKeys: [] }),
      body: schema === undefined ? fc.constant(undefined) : inputsOf(schema, resolve),
    })
  }
  const urlOf = ({ call, ids, query }: Input) => {
    const path = call.path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
      const id = ids[name] ?? null
      return id === null ? `:${name}` : encodeURIComponent(id.toWellFormed())
    })
    const search = new URLSearchParams(
      Object.entries(query).flatMap(([name, value]) =>
        [value].flat().map((one): [string, string] => [name, String(one)]),
      ),
    )
    // Ids that were made up stand there already.
    return `${owned.urlOf({ url: path })}?${search.toString()}`
  }

  /** Whether an answer is one that the description knows. */
  const expectDescribed = ({ path, method, operation }: Call, status: number, body: unknown) => {
    const key = operation.responses[status] === undefined ? 'default' : String(status)
    if (operation.responses[key]?.content?.['application/json'] === undefined) return
    const place = `api#/paths/${pointer(path)}/${method.toLowerCase()}/responses/${key}/content/application~1json/schema`
    const validate = ajv.getSchema(encodeURI(place))
    if (validate === undefined) throw new Error(`There is no schema at ${place}.`)
    const isValid = validate(body)
    expect(isValid, `${method} ${path} ${status}: ${ajv.errorsText(validate.errors)} ${JSON.stringify(body)}`).toBe(
      true,
    )
  }

  const errorLine = () => test.logLines.find((line) => line.includes('"level":50'))

  const check = async (input: Input) => {
    const { call, body } = input
    const payload =
      body === undefined ? {} : { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const answer = await user.inject({ method: call.method, url: urlOf(input), ...payload })
    const shown = `${call.method} ${urlOf(input)} ${JSON.stringify(body)}: ${answer.body.slice(0, 300)}`
    // What needs a provider that this server has none of says so.
    const isUnconfigured = answer.statusCode === 501 && /(on this|This) server/.test(answer.body)
    expect(isUnconfigured || answer.statusCode < 500, `${answer.statusCode} ${shown} ${errorLine()}`).toBe(true)
    if (String(answer.headers['content-type']).startsWith('application/json') && answer.body !== '')
      expectDescribed(call, answer.statusCode, JSON.parse(answer.body))
    test.logLines.length = 0
    // It may have signed out, or deleted its account or what it had.
    const isSignedOut = (await user.inject({ url: '/api/v1/accounts/me' })).statusCode === 401
    if (isSignedOut) await becomeSomebodyNew()
  }

  it('answers any input without failing, and as its description says', async () => {
    const calls = Object.entries(description.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => {
        return { method: method.toUpperCase() as Call['method'], path, operation }
      }),
    )
    expect(calls.length).toBeGreaterThan(80)
    // What is deleted is there for no call any more.
    const deletingLast = calls.toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))
    // A property each: of one for all, the short form would leave some calls out.
    for (const call of deletingLast)
      await fuzz(fc.asyncProperty(inputOf(call), check), { runs: inputsPerCall, share: 1 / calls.length })
  })
})
