import type { TestProject } from 'vitest/node'
import { ensureTemplate, type TemplateInstaller } from './template.ts'
import { startTestServer } from './test-server.ts'

/** Set by the repository's test command, so that all packages share one server. */
const sharedServerUrl = () => process.env['KNOCKWIRE_TEST_SERVER_URL']

/**
 * A vitest global setup. A package whose tests need more than our tables in the database
 * (the queue's, say) has its own file: `export default globalSetup(installQueue)`.
 */
export const globalSetup =
  (...installers: TemplateInstaller[]) =>
  async (project: TestProject): Promise<() => Promise<void>> => {
    const shared = sharedServerUrl()
    const server = shared ? { url: shared, stop: async () => {} } : await startTestServer()
    const template = await ensureTemplate(server.url, installers)
    project.provide('testPostgres', { serverUrl: server.url, template })
    return server.stop
  }

export default globalSetup()
