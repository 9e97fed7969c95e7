import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { promisify } from 'node:util'
import { join } from 'node:path'
import { beforeAll, describe, it, onTestFinished } from 'vitest'
import { root } from '../process/root.ts'
import { runProgram } from '../process/run-program.ts'
import { readExecutorEnvironment } from '../start/executor-environment.ts'

const folder = join(root, 'deploy/systemd')
const read = (file: string) => readFile(join(folder, file), 'utf8')
/** What systemd calls a unit's exposure, from 0 to 10: below 2 nothing but the network and its own files is left to it. */
const mostExposed = 2

const settingsIn = (text: string) =>
  [...text.matchAll(/^#?([A-Z][A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value] as const)

let units: string[]
let hasSystemd = false
beforeAll(async () => {
  units = (await readdir(folder)).filter((file) => /\.(?:service|timer)$/.test(file)).toSorted()
  hasSystemd = await runProgram({ command: 'systemd-analyze', args: ['--version'] }).then(
    ({ code }) => code === 0,
    () => false,
  )
})

/** The units with programs that are here, as an instance of the template is loaded. */
const installedUnits = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'knockwire-units-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  await cp(folder, directory, { recursive: true })
  const files: string[] = []
  for (const unit of units) {
    const file = join(directory, unit.replace('@.', '@1.'))
    const text = await read(unit)
    await writeFile(file, text.replaceAll('/usr/local/bin/knockwire-node', process.execPath))
    files.push(file)
  }
  return files
}

describe('the units of systemd', () => {
  it('are accepted by systemd without a word; where it is not there, this is not known', async () => {
    if (!hasSystemd) return
    const { code, output } = await runProgram({
      command: 'systemd-analyze',
      args: ['verify', ...(await installedUnits())],
    })
    assert.equal(output.trim(), '')
    assert.equal(code, 0)
  })

  it('start again what has failed, the migration too, however often', async () => {
    for (const unit of ['knockwire-api@.service', 'knockwire-executor.service', 'knockwire-migrate.service']) {
      const text = await read(unit)
      assert.match(text, /^Restart=(?:always|on-failure)$/m, unit)
      assert.match(text, /^StartLimitIntervalSec=0$/m, unit)
    }
  })

  it('give each process only the access that it needs', async () => {
    const services = units.filter((unit) => unit.endsWith('.service'))
    assert.equal(services.length, 4)
    for (const unit of services) {
      const text = await read(unit)
      for (const line of ['User=knockwire', 'NoNewPrivileges=yes', 'ProtectSystem=strict', 'CapabilityBoundingSet='])
        assert.match(text, new RegExp(`^${line}$`, 'm'), unit)
    }
    if (!hasSystemd) return
    for (const file of (await installedUnits()).filter((unit) => unit.endsWith('.service'))) {
      const args = ['security', '--offline=true', `--threshold=${mostExposed * 10}`, file]
      const { code, output } = await runProgram({ command: 'systemd-analyze', args })
      assert.equal(code, 0, output)
    }
  })

  it('have an operator’s command beside them that runs as their user, in their folder, with their settings and key', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'knockwire-operator-'))
    onTestFinished(() => rm(directory, { recursive: true }))
    await chmod(directory, 0o755)
    const user = process.getuid?.() === 0 ? 'nobody' : userInfo().username
    const program =
      'console.log(JSON.stringify({ file: __filename, words: process.argv.slice(2), uid: process.getuid(), parent: process.ppid, env: process.env }))'
    await mkdir(join(directory, 'apps/api/dist'), { recursive: true })
    for (const name of ['operate', 'set-plan', 'rotate-keys', 'migrate'])
      await writeFile(join(directory, `apps/api/dist/${name}.js`), program)
    await writeFile(join(directory, 'encryption-key'), 'the key\n')
    await writeFile(
      join(directory, 'knockwire.env'),
      [
        '# a comment',
        '',
        ' SMTP_URL = smtps://me:a#b$c"d@mail.example:465 \t',
        'MAIL_FROM="Knockwire <k@example.com>" ',
      ].join('\n'),
    )
    const script = join(directory, 'knockwire-operator')
    const text = (await read('knockwire-operator'))
      .replaceAll('/etc/knockwire', directory)
      .replaceAll('/opt/knockwire', directory)
      .replaceAll('/usr/local/bin/knockwire-node', process.execPath)
      .replace('user=knockwire', `user=${user}`)
    await writeFile(script, text, { mode: 0o755 })
    const operator = async (...args: string[]) => {
      const { code, output } = await runProgram({ command: script, args, env: { PATH: process.env['PATH'] } })
      assert.equal(code, 0, output)
      return JSON.parse(output)
    }

    for (const [args, file, words] of [
      [['suspend', 'a@example.com', 'Spam was sent.'], 'operate', ['suspend', 'a@example.com', 'Spam was sent.']],
      [['plan:set', 'a@example.com', 'SUPER'], 'set-plan', ['a@example.com', 'SUPER']],
      [['keys:rotate', '--lost-key'], 'rotate-keys', ['--lost-key']],
      [['migrate'], 'migrate', []],
      [['run', process.execPath, 'apps/api/dist/operate.js', 'x'], 'operate', ['x']],
    ] as const) {
      const ran = await operator(...args)
      assert.deepEqual([ran.file, ran.words], [join(directory, `apps/api/dist/${file}.js`), words])
      const { stdout } = await promisify(execFile)('id', ['-u', user])
      assert.equal(ran.uid, Number(stdout))
      assert.equal(ran.parent, process.pid, 'a signal reaches the program, and not a shell before it')
      assert.deepEqual(
        [ran.env.SMTP_URL, ran.env.MAIL_FROM, ran.env.ENCRYPTION_KEY, ran.env.NODE_ENV],
        ['smtps://me:a#b$c"d@mail.example:465', 'Knockwire <k@example.com>', 'the key', 'production'],
      )
    }

    for (const [value, reason] of [
      ['a\\b', 'a backslash'],
      ['"a\\"b"', 'a backslash'],
      ['"a"b"', 'a quote within quotes'],
      ["'a", 'a quote that does not end with it'],
    ]) {
      await writeFile(join(directory, 'knockwire.env'), `SMTP_URL=${value}\n`)
      const { code, output } = await runProgram({
        command: script,
        args: ['migrate'],
        env: { PATH: process.env['PATH'] },
      })
      assert.equal(code, 1, output)
      assert.ok(output.includes(`the value of SMTP_URL has ${reason}.`), output)
    }
  })

  it('set what the product knows, give the executor its allocator, and have the ports of the proxies’ examples', async () => {
    const example = await readFile(join(root, '.env.example'), 'utf8')
    const backup = await read('knockwire-backup.service')
    for (const file of ['knockwire.env', 'api-1.env', 'api-2.env'])
      for (const [name] of settingsIn(await read(file)))
        assert.match(
          name === 'BACKUP_PING_URL' ? backup : example,
          new RegExp(`(?:^#?|process\\.env\\.)${name}\\b`, 'm'),
          name,
        )

    const executor = await read('knockwire-executor.service')
    for (const [name, value] of Object.entries(await readExecutorEnvironment()))
      assert.ok(executor.includes(`${name}=${value}`), name)

    for (const file of ['api-1.env', 'api-2.env']) {
      const { PORT, RECEIVER_PORT } = Object.fromEntries(settingsIn(await read(file)))
      for (const proxy of ['Caddyfile', 'nginx.conf', 'haproxy.cfg']) {
        const text = await readFile(join(root, 'deploy', proxy), 'utf8')
        for (const port of [PORT, RECEIVER_PORT]) assert.ok(text.includes(`127.0.0.1:${port}`), `${proxy}: ${port}`)
      }
    }
  })
})
