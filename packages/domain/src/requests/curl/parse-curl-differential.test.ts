import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fieldText, toBytes } from './words/byte-text.ts'
import { tokenizeCommand } from './words/command-words.ts'
import { type CurlRequest, parseCurl } from './parse-curl.ts'
import { startByteSink, type SunkRequest } from './testing/byte-sink.ts'

const run = promisify(execFile)
const raw = String.raw

let sink: Awaited<ReturnType<typeof startByteSink>>
let home: string
beforeAll(async () => {
  sink = await startByteSink()
  home = await mkdtemp(join(tmpdir(), 'knockwire-curl-'))
})
afterAll(async () => {
  await sink.close()
  await rm(home, { recursive: true, force: true })
})

const inBash = (script: string) =>
  run('bash', ['--norc', '-c', script], { encoding: 'latin1', cwd: home, env: { ...process.env, HOME: home } })

const isAdded = ([name, value]: readonly [string, string]) =>
  /^(host|content-length)$/i.test(name) || value.startsWith('curl/') || (/^accept$/i.test(name) && value === '*/*')

/** Curl changes the letters of a query's escapes to small ones, which mean the same. */
const upperEscapes = (target: string) => target.replaceAll(/%[\da-f]{2}/gi, (text) => text.toUpperCase())

/** What curl sent first, without what it adds on its own. */
const sentByCurl = ([first]: SunkRequest[]) => {
  if (first === undefined) throw new Error('curl sent nothing.')
  const headers = first.headers.filter((header) => !isAdded(header)).map(([name, value]) => [name, fieldText(value)])
  return { method: first.method, target: upperEscapes(first.target), headers, body: first.body.toString('latin1') }
}

/** What the request that was read sends. */
const sentByUs = ({ method, uri, headers, body, basicAuth }: CurlRequest) => {
  const url = new URL(uri)
  const login = basicAuth && Buffer.from(`${basicAuth.username}:${basicAuth.password}`).toString('base64')
  return {
    method,
    target: upperEscapes(url.pathname + url.search),
    headers: [...(login === null ? [] : [['Authorization', `Basic ${login}`]]), ...headers],
    body: toBytes(body ?? ''),
  }
}

/** U: the sink's URL, without a scheme. */
const withUrl = (command: string) => command.replaceAll(/\bU\b/g, sink.origin.slice('http://'.length))

const sameOn = async (command: string) => {
  const line = withUrl(command)
  await inBash(line)
  const read = parseCurl(line)
  if (read === null) throw new Error(`Not read: ${line}`)
  expect(sentByUs(read), line).toEqual(sentByCurl(sink.take()))
  return read.skippedOptions
}

describe('a pasted curl command is read as curl reads it:', () => {
  it.each([
    'curl U',
    'curl U/a/b?c=d#e',
    "curl U -H 'X-A: 1' -H 'x-a:2' -H 'X-Empty;' -H 'X-Gone:' -H 'X-Nothing' -H 'X-Odd; b' -H 'X-End; '",
    "curl U -H 'Content-Type:' -d x",
    "curl U -H 'content-type;' -d x",
    "curl U -H 'content-type: text/plain' -d x",
    'curl U -d a=1 -d b=2',
    "curl U -d '' -d b",
    "curl U -d a -d ''",
    "curl U -d ''",
    'curl U --data-raw @x',
    raw`curl U --data-binary $'a\r\nb\n'`,
    raw`curl U -d $'\101\x42\103\t\'\"\\\e\cA\z\u00e9\xc3\xa9\U0001F600'`,
    raw`curl U -H $'X-A: caf\xc3\xa9' -d "\$HOME \"a\" \n"`,
    raw`curl U -d $'a\0b'c`,
    raw`curl U -d $"translated"`,
    "curl U -d 'é' -H 'X: é'",
    'curl U --json \'{"a":1}\'',
    'curl U --json a -d b',
    'curl U -d a --json b',
    'curl U --json 1 --json 2 -H Accept: -H Content-Type:',
    "curl U --data-urlencode 'name=a b&c!()*~é' --data-urlencode '=d e' --data-urlencode 'x y' --data-urlencode a=",
    "curl -G U --data-urlencode 'q=x y' -d b=2",
    "curl -G 'U?a=1#f' -d b=2",
    "curl -G 'U?' -d b=2",
    "curl -G 'U?a=1' -d ''",
    'curl -G -X POST U -d b=2',
    'curl -I U/x',
    'curl -I -G -d a U',
    'curl -X DELETE U',
    'curl -XPUT U -d x',
    'curl -u ada:s3cret U',
    'curl -u ada: U',
    "curl -u ada:x U -H 'Authorization: Bearer y'",
    "curl -u ada:x U -H 'Authorization:'",
    'curl -u ada:x --oauth2-bearer y U',
    'curl --oauth2-bearer y U',
    'curl http://ada:p%40ss@U/x',
    "curl U -A '' -d x",
    "curl U -A me -H 'X-A: 1'",
    "curl U -A me -H 'user-agent: you'",
    "curl U -A me -H 'User-Agent:'",
    'curl U -A me -A you',
    "curl U -e 'u;auto'",
    "curl U -e ';auto'",
    'curl U -e u -e v',
    "curl U -e u -H 'Referer: v'",
    'curl U -b a=1 -b b=2',
    "curl U -b a=1 -H 'Cookie: c=3'",
    "curl U -b a=1 -H 'Cookie:'",
    "curl U -b a=1 -e r -A me -H 'X-A: 1' -d x --json y",
    "curl U # -H 'X-A: 1'",
    "curl U -H 'X-A: #1' -d a#b # c",
    "curl U \\\n  -H 'X-A: 1' \\\n  -d x # c\necho done",
    'curl U; echo done',
    'curl -sS -X POST U -d x | cat',
    'curl U -d x && echo done',
    'curl U > /dev/null 2>&1',
    'curl -sSfg U?a=[1-3]',
    "curl --globoff 'U?f={x}'",
    "curl 'U?f={x}&g=\\{y\\}'",
    'curl -- U',
    'curl --url U -s --max-time 5 -o /dev/null',
    "printf %s 'YT0x' | base64 --decode | curl U --data-binary @-",
  ])('%s', async (command) => {
    expect(await sameOn(command)).toEqual([])
  })

  it.each<[string, string[]]>([
    ['curl U -d a=1 --next -d b=2 U', ['--next']],
    ['curl -d a=1 U -: -d b=2 U', ['--next']],
    ["curl 'U?a=[1-3]&f={x,y}'", ['all but the first URL of U?a=[1-3]&f={x,y}']],
    ["curl U -H 'Connection: close' -H 'X-A: 1'", ['--header Connection: close']],
  ])('%s, and says what it leaves out', async (command, skipped) => {
    const line = withUrl(command)
    await inBash(line)
    const read = parseCurl(line)
    const [first] = sink.take()
    const { headers, ...rest } = sentByCurl(first === undefined ? [] : [first])
    expect(read && sentByUs(read)).toEqual({ ...rest, headers: headers.filter(([name]) => name !== 'Connection') })
    expect(read?.skippedOptions).toEqual(skipped.map(withUrl))
  })

  it('any options of its manual', async () => {
    const value = fc.constantFrom('a', 'a=1', 'b=2; c', 'é', "it's", '@', 'x y', '%41', '1')
    const quoted = value.map((text) => `'${text.replaceAll("'", raw`'\''`)}'`)
    const header = fc.constantFrom(
      'X-A',
      'x-a',
      'Cookie',
      'Referer',
      'User-Agent',
      'Accept',
      'Content-Type',
      'Authorization',
    )
    const option = fc.oneof(
      fc
        .tuple(fc.constantFrom('--data-raw', '--data-urlencode =', '-A', '-e', '--oauth2-bearer', '-u u:'), quoted)
        .map(([name, text]) => (/[=:]$/.test(name) ? name + text : `${name} ${text}`)),
      fc.tuple(header, fc.constantFrom(':', ': v', ';', ': w')).map((parts) => `-H '${parts.join('')}'`),
      fc.constantFrom('-G', '-b a=1', '-b c=2', '--json 1', '-X POST', '-X PUT', '-s', '-d x'),
    )
    for (const options of fc.sample(fc.array(option, { maxLength: 6 }), { numRuns: 200, seed: 44 })) {
      const command = `curl U ${options.join(' ')}`
      // Curl puts no space into a URL, and says so.
      if (options.includes('-G') && options.some((text) => /^--data-raw .* /.test(text))) continue
      expect(await sameOn(command)).toEqual([])
    }
  })
})

/** Of printf's output behind its last word there may be nothing. */
const zeroEnded = (text: string) => (text.endsWith('\0') ? text : `${text}\0`)

it('a command is split into words as bash does', async () => {
  const part = fc.constantFrom(
    "'a b'",
    '"c\\"d"',
    raw`$'\101\x41\u00e9'`,
    raw`$'\c\\x\cAy\c?'`,
    raw`$'\x{41}z\xg\u\U\400\08'`,
    raw`"\n\$\\"`,

    raw`$'\'\"\?\z\E\e'`,
    raw`$'a\0b'`,
    'é',
    raw`\ `,
    raw`\'`,
    '\\\n',
    ' ',
    '  ',
    '#',
    ' #c\n',
    'x',
    '"#"',
    "''",
    '=',
    '%',
    "$'\\n'",
  )
  const commands = fc.sample(
    fc.array(part, { maxLength: 10 }).map((parts) => `printf '%s\\n' ${parts.join('')}`),
    { numRuns: 300, seed: 45 },
  )
  // Up to a line break that continues nothing, where bash begins another command.
  const wordsOf = (command: string) => {
    const words = tokenizeCommand(command)
    const end = words.findIndex(({ beginsLine }) => beginsLine)
    return words.slice(2, end === -1 ? words.length : end).map(({ bytes }) => bytes)
  }
  const ends = commands.map((command) => tokenizeCommand(command).some(({ beginsLine }) => beginsLine))
  const singles = commands.filter((_, index) => ends[index] === false)
  const { stdout } = await inBash(
    singles.map((command) => `${command.replace("'%s\\n'", "'%s\\0'")}\nprintf '\\0\\n\\0'`).join('\n'),
  )
  const seen = stdout.split('\0\n\0').slice(0, -1)
  expect(singles.length).toBeGreaterThan(100)
  // Without words printf prints its format once, with an empty one.
  expect(
    singles.map((command) => [
      command,
      wordsOf(command)
        .map((word) => `${word}\0`)
        .join('') || '\0',
    ]),
  ).toEqual(singles.map((command, index) => [command, zeroEnded(seen[index] ?? '')]))
})
