import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runProgram } from '../process/run-program.ts'
import { hashChart, helmFolder, renderedFile } from './chart-files.ts'

/**
 * Renders the chart with every part turned on: by helm, or else by `render/main.go`, which needs Go and sprig (Debian's
 * golang-go and golang-github-masterminds-sprig-dev). The tests check what was rendered last.
 */
const chart = join(helmFolder, 'knockwire')
const values = join(helmFolder, 'everything.yaml')
const byHelm = {
  command: 'helm',
  args: ['template', 'knockwire', chart, '--namespace=knockwire', `--values=${values}`],
}
const byGo = {
  command: 'go',
  args: ['run', join(helmFolder, 'render', 'main.go'), chart, values],
  env: { ...process.env, GO111MODULE: 'off', GOPATH: '/usr/share/gocode' },
}

const isThere = await runProgram({ command: 'helm', args: ['version'] }).then(
  () => true,
  () => false,
)
const { code, output } = await runProgram(isThere ? byHelm : byGo)
if (code !== 0) {
  console.error(output)
  process.exit(1)
}
await writeFile(renderedFile, `# Rendered by \`pnpm chart:render\` from ${await hashChart()}\n${output}`)
console.log(`Rendered by ${isThere ? 'helm' : 'Go'}: infra/helm/rendered.yaml`)
