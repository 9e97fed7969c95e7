import { pathToFileURL } from 'node:url'
import { programFile } from '@knockwire/db/testing/processes/program-file'
import { createSandbox, type Sandbox } from '../sandbox/sandbox.ts'

/** Bundled, a thread comes up in half of the processor time. */
const worker = pathToFileURL(
  programFile({
    source: new URL('../sandbox/sandbox.worker.ts', import.meta.url),
    bundle: new URL('../../dist/sandbox.worker.js', import.meta.url),
  }),
)

export const createTestSandbox = (): Sandbox => createSandbox(worker)
