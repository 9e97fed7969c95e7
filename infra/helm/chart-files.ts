import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../process/root.ts'

export const helmFolder = join(root, 'infra', 'helm')
/** The manifests of the chart with every part turned on, as they were rendered last. */
export const renderedFile = join(helmFolder, 'rendered.yaml')

/** A hash of all that the manifests are rendered from. */
export const hashChart = async (folder = helmFolder): Promise<string> => {
  const files: string[] = []
  for await (const file of glob('{knockwire/**/*.*,everything.yaml}', { cwd: folder })) files.push(file)
  const hash = createHash('sha256')
  for (const file of files.toSorted()) hash.update(`${file}\0`).update(await readFile(join(folder, file)))
  return hash.digest('hex')
}
