import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { freePort } from './free-port.ts'
import { startProgram } from './start-program.ts'

const file = fileURLToPath(new URL('./free-port.ts', import.meta.url))
const count = 400

it('no process of the tests is given a free port that another has', async () => {
  const { run, line } = await startProgram(`
    const { freePort } = await import(${JSON.stringify(file)})
    const ports = []
    while (ports.length < ${count}) ports.push(await freePort())
    console.log(JSON.stringify(ports))`)
  onTestFinished(() => void run.kill('SIGKILL'))
  const others = new Set(JSON.parse(line) as number[])
  const own: number[] = []
  while (own.length < count) own.push(await freePort())
  expect(own.filter((port) => others.has(port))).toEqual([])
})
