import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createConfig, lintFromString } from '@redocly/openapi-core'

// Checks the OpenAPI description, its examples against their schemas included; prints what is wrong and ends with 1.
const source = execFileSync(process.execPath, [fileURLToPath(new URL('./print-openapi.ts', import.meta.url))], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})
const config = await createConfig({
  extends: ['recommended'],
  rules: {
    'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: false },
    'no-invalid-parameter-examples': 'error',
    // Rejections have one shape, which every call declares as its default response.
    'operation-4xx-response': 'off',
    // The product has no license of its own to state.
    'info-license': 'off',
    'no-unused-components': 'off',
  },
})
const problems = await lintFromString({ source, config, absoluteRef: 'openapi.json' })
for (const { ruleId, message, location } of problems) {
  process.stderr.write(`${ruleId}: ${message} (${location.map(({ pointer }) => pointer).join(', ')})\n`)
}
process.exitCode = problems.length === 0 ? 0 : 1
