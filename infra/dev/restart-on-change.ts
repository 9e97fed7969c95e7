import { watch } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../process/root.ts'
import type { Supervised } from '../start/supervise.ts'

/** An editor writes a file in several steps, and a checkout many files. */
const settleMs = 150

const isSource = (file: string) => /\.(ts|json|sql)$/.test(file) && !/\.test\.ts$|(^|[/\\])testing[/\\]/.test(file)

/** Restarts an app whenever one of its sources, or of the packages that both apps use, changes. Returns how to end that. */
export const restartOnChange = async (apps: Supervised[]): Promise<() => void> => {
  const shared: string[] = []
  for await (const path of glob('packages/*/src', { cwd: root })) shared.push(path)
  const watchers = apps.flatMap((app) => {
    let timer: NodeJS.Timeout | undefined
    const onChange = (_event: string, file: string | null) => {
      if (file === null || !isSource(file)) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        console.log(`${app.name}: restarting, as ${file} changed.`)
        app.restart()
      }, settleMs)
    }
    return [`apps/${app.name}/src`, ...shared].map((path) => watch(join(root, path), { recursive: true }, onChange))
  })
  return () => {
    for (const watcher of watchers) watcher.close()
  }
}
