import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const examples = fileURLToPath(new URL('../../../deploy', import.meta.url))
const folders = ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin']

/** The names in the examples, which a trial leaves as they are. */
export const names = { dashboard: 'monitor.example.com', receivers: 'hooks.example.com' } as const

/** The ports in the examples, and those of a trial. */
export interface Ports {
  https: number
  http: number
  /** Of the two processes: dashboard and receivers. */
  first: readonly [number, number]
  second: readonly [number, number]
}

export interface Place {
  /** Of the trial's own, with `certificate.pem`, `key.pem` and `bundle.pem` in it. */
  folder: string
  ports: Ports
}

export interface Proxy {
  name: string
  /** The file below `deploy/`. */
  example: string
  /** Where the program is; null where it is not installed. */
  program: () => string | null
  /** What the example becomes for a trial on loopback: other ports and files. */
  configOf: (example: string, place: Place) => string
  check: (file: string) => string[]
  run: (file: string) => string[]
}

const programOf = (name: string) => () =>
  folders.map((folder) => join(folder, name)).find((file) => existsSync(file)) ?? null

/** Throws where the example has changed, so that no part of it is left out of the trial unnoticed. */
const replace = (text: string, from: string, to: string): string => {
  if (!text.includes(from)) throw new Error(`The example has no "${from}".`)
  return text.replaceAll(from, to)
}

const withUpstreams = (text: string, { first, second }: Ports): string => {
  const pairs = [
    ['127.0.0.1:3000', `127.0.0.1:${first[0]}`],
    ['127.0.0.1:3001', `127.0.0.1:${first[1]}`],
    ['127.0.0.1:3010', `127.0.0.1:${second[0]}`],
    ['127.0.0.1:3011', `127.0.0.1:${second[1]}`],
  ] as const
  return pairs.reduce((result, [from, to]) => replace(result, from, to), text)
}

const caddy: Proxy = {
  name: 'Caddy',
  example: 'Caddyfile',
  program: programOf('caddy'),
  configOf: (example, { folder, ports }) => {
    const tls = `\n\ttls ${folder}/certificate.pem ${folder}/key.pem\n\tbind 127.0.0.1`
    const own = `{\n\tadmin off\n\tauto_https disable_redirects\n\thttp_port ${ports.http}\n\tservers {`
    let text = replace(withUpstreams(example, ports), '{\n\tservers {', own)
    for (const name of Object.values(names)) text = replace(text, `\n${name} {`, `\n${name}:${ports.https} {${tls}`)
    return text
  },
  check: (file) => ['validate', '--config', file, '--adapter', 'caddyfile'],
  run: (file) => ['run', '--config', file, '--adapter', 'caddyfile'],
}

const nginx: Proxy = {
  name: 'nginx',
  example: 'nginx.conf',
  program: programOf('nginx'),
  configOf: (example, { folder, ports }) => {
    let text = replace(withUpstreams(example, ports), 'listen 443 ', `listen 127.0.0.1:${ports.https} `)
    text = text.replaceAll(/^ *listen \[::\].*\n/gm, '')
    text = replace(text, '/var/log/nginx/', `${folder}/`)
    text = replace(text, 'listen 80;', `listen 127.0.0.1:${ports.http};`)
    text = replace(text, '/etc/ssl/knockwire/fullchain.pem', `${folder}/certificate.pem`)
    text = replace(text, '/etc/ssl/knockwire/key.pem', `${folder}/key.pem`)
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
      .join(' ')
    // What Debian's own nginx.conf says around it. As root, its workers would be somebody who cannot read the trial's files.
    const user = process.getuid?.() === 0 ? 'user root; ' : ''
    return `${user}daemon off; pid ${folder}/nginx.pid; error_log stderr error; worker_processes 2;
events { worker_connections 768; }
http { access_log off; ${temporary}
${text}}
`
  },
  check: (file) => ['-t', '-q', '-c', file],
  run: (file) => ['-c', file],
}

const haproxy: Proxy = {
  name: 'HAProxy',
  example: 'haproxy.cfg',
  program: programOf('haproxy'),
  configOf: (example, { folder, ports }) => {
    let text = replace(withUpstreams(example, ports), 'bind :443 ', `bind 127.0.0.1:${ports.https} `)
    text = replace(text, 'bind :80', `bind 127.0.0.1:${ports.http}`)
    return replace(text, '/etc/ssl/knockwire/bundle.pem', `${folder}/bundle.pem`)
  },
  check: (file) => ['-c', '-f', file],
  run: (file) => ['-db', '-f', file],
}

export const proxies: readonly Proxy[] = [caddy, nginx, haproxy]

/** A certificate for both names, signed by itself, as PEM. */
export const makeCertificate = async (folder: string): Promise<string> => {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  const subject = Object.values(names).map((name) => `DNS:${name}`)
  const options = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2', '-batch']
  const of = ['-subj', '/CN=Knockwire trial', '-addext', `subjectAltName=${subject.join()}`]
  execFileSync('openssl', ['req', '-x509', ...options, ...of, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  const pem = await readFile(certificate, 'utf8')
  await writeFile(join(folder, 'bundle.pem'), `${pem}${await readFile(key, 'utf8')}`)
  return pem
}

/** Writes the example as it is for a trial, and has the proxy check it. Throws with what the proxy says against it. */
export const writeConfig = async (proxy: Proxy, program: string, place: Place): Promise<string> => {
  await mkdir(place.folder, { recursive: true })
  const file = join(place.folder, proxy.example)
  await writeFile(file, proxy.configOf(await readFile(join(examples, proxy.example), 'utf8'), place))
  try {
    execFileSync(program, proxy.check(file), { stdio: 'pipe', env: environmentOf(place) })
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
    throw new Error(`${proxy.name} refuses ${proxy.example}: ${said}`, { cause: error })
  }
  return file
}

/** Caddy keeps files below the home folder. */
const environmentOf = ({ folder }: Place) => ({ ...process.env, HOME: folder, XDG_DATA_HOME: folder })

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGTERM')
})

/** Starts the proxy, which ends with us at the latest. What it logs is shown where it ends early. */
export const startProxy = (proxy: Proxy, program: string, file: string, place: Place) => {
  const child = spawn(program, proxy.run(file), { stdio: ['ignore', 'pipe', 'pipe'], env: environmentOf(place) })
  running.add(child)
  let said = ''
  const keep = (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-4_000))
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  let isStopping = false
  const watch = async () => {
    await once(child, 'exit')
    running.delete(child)
    if (!isStopping) throw new Error(`${proxy.name} ended early:\n${said}`)
  }
  const ended = watch()
  ended.catch(() => {})
  return {
    ended,
    stop: async () => {
      isStopping = true
      child.kill('SIGTERM')
      await ended
    },
  }
}
