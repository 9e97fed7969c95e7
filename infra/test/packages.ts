import { readFile } from 'node:fs/promises'
import { glob } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { root } from '../process/root.ts'

export type Runner = 'vitest' | 'playwright' | 'node'

/** A package of the workspace that has tests. */
export interface TestedPackage {
  name: string
  runner: Runner
  reportFile: string
}

interface Manifest {
  name: string
  scripts?: Record<string, string>
}

/** Where each package's runner writes its report, from the package's own directory. */
export const reportPath = 'node_modules/.cache/test-report.json'

const runnerOf = (script: string): Runner => {
  if (script.startsWith('vitest')) return 'vitest'
  return script.startsWith('playwright') ? 'playwright' : 'node'
}

/** Every package with a test script: each has to hand in a report. */
export const testedPackages = async (): Promise<TestedPackage[]> => {
  const found: TestedPackage[] = []
  for await (const file of glob('{apps/*,packages/*,infra}/package.json', { cwd: root })) {
    const { name, scripts }: Manifest = JSON.parse(await readFile(join(root, file), 'utf8'))
    const script = scripts?.['test']
    if (script) found.push({ name, runner: runnerOf(script), reportFile: join(root, dirname(file), reportPath) })
  }
  return found.toSorted((a, b) => a.name.localeCompare(b.name))
}
