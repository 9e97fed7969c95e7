import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { descriptionGaps } from '../plugins/openapi/description-gaps.ts'

// Checks the OpenAPI description, its examples against their schemas and its sentences included; prints what is wrong and ends with 1.
const source = execFileSync(process.execPath, [fileURLToPath(new URL('./print-openapi.ts', import.meta.url))], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})
const config = await createConfig({
  extends: ['recommended'],
  rules: {
    'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: false },
    'no-invalid-parameter-examples': 'error',
    // A path without parameters wins over one with some, here as in most routers.
    'no-ambiguous-paths': 'off',
    // A record by a list of names requires each of them without defining them one by one.
    'no-required-schema-properties-undefined': 'off',
    // The product has no license of its own to state.
    'info-license': 'off',
    'no-unused-components': 'off',
  },
})
const problems = await lintFromString({ source, config, absoluteRef: 'openapi.json' })
for (const { ruleId, message, location } of problems) {
  process.stderr.write(`${ruleId}: ${message} (${location.map(({ pointer }) => pointer).join(', ')})\n`)
}
const gaps = descriptionGaps(JSON.parse(source))
for (const gap of gaps) process.stderr.write(`${gap}\n`)
process.exitCode = problems.length === 0 && gaps.length === 0 ? 0 : 1
