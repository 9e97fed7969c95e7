import { readFile, stat } from 'node:fs/promises'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What a test imports that starts processes of its own, and kills them, or keeps a thread busy: these take longest. */
const startsProcesses = /from '[^']*(process|cluster|embedded-postgres|sandbox|test-server|child_process)(\.ts)?'/

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

/** Files of one project follow each other, those that take longest first; projects that have none of these come last. */
const inOrder = (weighed: readonly Weighed[]) => {
  const longProjects = new Set(weighed.filter(({ isLong }) => isLong).map(({ project }) => project))
  return (one: Weighed, other: Weighed): number =>
    Number(longProjects.has(other.project)) - Number(longProjects.has(one.project)) ||
    one.project.localeCompare(other.project) ||
    Number(other.isLong) - Number(one.isLong) ||
    other.size - one.size
}

/**
 * Goes through one project after the other, since a worker keeps its modules only for a next file of the same project
 * (`isolate: false`). Begins each with the test files that take longest, so that few are waited for alone at the end.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const weighed = await Promise.all(files.map(weigh))
    return weighed.toSorted(inOrder(weighed)).map(({ file }) => file)
  }
}
