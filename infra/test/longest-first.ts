import { readFile, stat } from 'node:fs/promises'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What a test imports that starts processes of its own, and kills them, or keeps a thread busy: these take longest. */
const startsProcesses = /from '[^']*(process|cluster|sandbox|test-server|child_process)(\.ts)?'/

const weigh = async ({ moduleId }: TestSpecification): Promise<number> => {
  const [{ size }, text] = await Promise.all([stat(moduleId), readFile(moduleId, 'utf8')])
  return size + (startsProcesses.test(text) ? 1_000_000 : 0)
}

/** Begins with the test files that take longest, so that none is waited for alone at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const weighed = await Promise.all(files.map(async (file) => ({ file, weight: await weigh(file) })))
    return weighed.toSorted((a, b) => b.weight - a.weight).map(({ file }) => file)
  }
}
