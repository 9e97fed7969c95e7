import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, it } from 'vitest'
import { fileURLToPath } from 'node:url'
import { root } from '../process/root.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'knockwire-interrupt-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

const urlOf = (file: string) => JSON.stringify(new URL(file, import.meta.url).href)

/** Lets a reader of the output act on a word in it, once. */
type Reactions = Record<string, (typeInto: (keys: string) => void) => void>

/** Writes a program, and gives what launches it as the start command launches its own. */
const launcherOf = async (code: string): Promise<string> => {
  const [program, launcher] = [join(directory, 'program.ts'), join(directory, 'launcher.mjs')]
  await writeFile(program, `import { installShutdown } from ${urlOf('./shutdown.ts')}\n${code}`)
  const path = JSON.stringify(relative(fileURLToPath(new URL('..', import.meta.url)), program))
  const start = `launch(${path}, { takesInterrupts: true })`
  await writeFile(launcher, `import { launch } from ${urlOf('../launch.mjs')}\n${start}`)
  return launcher
}

/** Launches a program at a terminal, with the shells of package managers in between. Gives all that was to be seen there. */
const atTerminal = async (code: string, reactions: Reactions): Promise<string> => {
  const launcher = await launcherOf(code)
  const inner = `${process.execPath} ${launcher}; echo ended with $?`
  const child = spawn('script', ['-qefc', `sh -c '${inner}'`, '/dev/null'], { cwd: root, stdio: 'pipe' })
  let seen = ''
  const left = new Map(Object.entries(reactions))
  child.stdout.on('data', (chunk: Buffer) => {
    seen += chunk.toString()
    for (const [word, react] of left) {
      if (!seen.includes(word)) continue
      left.delete(word)
      react((keys) => child.stdin.write(keys))
    }
  })
  await new Promise((resolve) => child.once('close', resolve))
  return seen
}

const ctrlC = '\x03'
/** util-linux's script(1) makes a terminal; other systems' take other options. */
const hasScript = spawnSync('script', ['--version']).status === 0
const options = { skip: !hasScript }

it('the first Ctrl-C stops everything in order and ends with exit code 0', options, async () => {
  const seen = await atTerminal(
    `const { onStop } = installShutdown()
    onStop(async () => { await new Promise((resolve) => setTimeout(resolve, 200)); console.log('all undone') })
    setInterval(() => {}, 1000)
    console.log('it is up')`,
    { 'it is up': (typeInto) => typeInto(ctrlC) },
  )
  assert.match(seen, /Stopping.*all undone\s+Stopped\.\s+ended with 0/s)
})

it('a second Ctrl-C aborts what is still stopping and ends with exit code 130', options, async () => {
  const seen = await atTerminal(
    `const { onStop, onForce } = installShutdown()
    const { promise, resolve } = Promise.withResolvers<void>()
    onStop(() => promise)
    onForce(resolve)
    setInterval(() => {}, 1000)
    // What comes sooner is taken for the first one's echo.
    process.once('SIGINT', () => setTimeout(() => console.log('still stopping'), 1100))
    console.log('it is up')`,
    { 'it is up': (typeInto) => typeInto(ctrlC), 'still stopping': (typeInto) => typeInto(ctrlC) },
  )
  assert.match(seen, /ended with 130/)
  assert.doesNotMatch(seen, /Stopped/)
})

it('a stop that fails prints the error and ends with exit code 1', options, async () => {
  const seen = await atTerminal(
    `const { onStop } = installShutdown()
    onStop(() => Promise.reject(new Error('the disk is full')))
    setInterval(() => {}, 1000)
    console.log('it is up')`,
    { 'it is up': (typeInto) => typeInto(ctrlC) },
  )
  assert.match(seen, /the disk is full.*ended with 1\s/s)
  assert.doesNotMatch(seen, /Stopped/)
})

it.each(['SIGINT', 'SIGTERM'] as const)(
  'a %s, without a terminal, ends the start command with exit code 0 and "Stopped." as the last line',
  async (signal) => {
    const launcher = await launcherOf(
      `const { onStop } = installShutdown()
      onStop(async () => { console.log('all undone') })
      setInterval(() => {}, 1000)
      console.log('it is up')`,
    )
    const child = spawn(process.execPath, [launcher], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
    let seen = ''
    child.stdout.on('data', (chunk: Buffer) => {
      const wasUp = seen.includes('it is up')
      seen += chunk.toString()
      if (!wasUp && seen.includes('it is up')) child.kill(signal)
    })
    const [code, endedBy] = await new Promise<unknown[]>((resolve) => child.once('close', (...ended) => resolve(ended)))
    assert.deepEqual([code, endedBy], [0, null])
    assert.match(seen, /Stopping.*all undone\s+Stopped\.\s+$/s)
  },
)
