import { readFile, stat } from 'node:fs/promises'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What a test imports that starts processes of its own, and kills them, or keeps a thread busy: these take longest. */
const startsProcesses = /from '[^']*(process|cluster|sandbox|test-server|child_process)(\.ts)?'/

interface Weighed {
  file: TestSpecification
  project: string
  isLong: boolean
  size: number
}

const weigh = async (file: TestSpecification): Promise<Weighed> => {
  const [{ size }, text] = await Promise.all([stat(file.moduleId), readFile(file.moduleId, 'utf8')])
  return { file, project: file.project.name, isLong: startsProcesses.test(text), size }
}

const inOrder = (one: Weighed, other: Weighed): number =>
  Number(other.isLong) - Number(one.isLong) || one.project.localeCompare(other.project) || other.size - one.size

/**
 * Begins with the test files that take longest, so that none is waited for alone at the end. Files of one project follow
 * each other: a worker keeps its modules only for a next file of the same project (`isolate: false`).
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const weighed = await Promise.all(files.map(weigh))
    return weighed.toSorted(inOrder).map(({ file }) => file)
  }
}
