import type { CommandWord } from './words/word-scan.ts'

/** The name by which an option is handled, and whether a value follows it. */
interface CurlOption {
  name: string
  takesValue: boolean
}

/** Options that say what the request is. */
const aliases: Record<string, string> = {
  '-X': '--request',
  '-H': '--header',
  '-d': '--data',
  '--data-ascii': '--data',
  '-u': '--user',
  '-A': '--user-agent',
  '-e': '--referer',
  '-b': '--cookie',
  '-F': '--form',
  '--form-string': '--form',
  '-T': '--upload-file',
}

const supportedWithValue = new Set([
  ...Object.values(aliases),
  '--data-raw',
  '--data-binary',
  '--data-urlencode',
  '--json',
  '--url',
  '--oauth2-bearer',
  '--request-target',
])

const flags: Record<string, string> = {
  '-L': '--location',
  '--location-trusted': '--location',
  '-k': '--insecure',
  '-G': '--get',
  '-I': '--head',
  '-g': '--globoff',
  '-:': '--next',
}

/** Of the rest, those that a value follows: it must not be taken for the URL. */
const unsupportedWithValue = new Set(
  `-c -C -D -E -K -m -o -P -Q -r -t -U -w -x -y -Y -z
  --abstract-unix-socket --aws-sigv4 --cacert --capath --cert --cert-type --ciphers --config --connect-timeout
  --connect-to --cookie-jar --create-file-mode --crlfile --curves --dns-interface --dns-servers --doh-url --dump-header
  --ech --expect100-timeout --happy-eyeballs-timeout-ms --hostpubmd5 --hsts --interface --ipfs-gateway --keepalive-time
  --key --key-type --limit-rate --local-port --max-filesize --max-redirs --max-time --netrc-file --noproxy --output
  --output-dir --parallel-max --pass --pinnedpubkey --preproxy --proto --proto-default --proto-redir --proxy
  --proxy-header --proxy-user --quote --range --rate --resolve --retry --retry-delay --retry-max-time
  --socks4 --socks4a --socks5 --socks5-hostname --speed-limit --speed-time --stderr --time-cond --tls-max
  --tls13-ciphers --trace --trace-ascii --unix-socket --url-query --variable --write-out`.split(/\s+/),
)

/** These say how curl shows or carries the answer, so leaving them out changes nothing for us. */
const noEffect = new Set(
  `-s -S -v -i -f -N -o -O -w -D -m -# -0 -4 -6 --silent --show-error --verbose --include --fail --fail-with-body --globoff
  --no-buffer --output --remote-name --write-out --dump-header --max-time --connect-timeout --progress-bar --no-progress-meter
  --compressed --http1.0 --http1.1 --http2 --http3 --ipv4 --ipv6 --max-redirs --retry --retry-delay --retry-max-time
  --tlsv1.2 --tlsv1.3 --keepalive-time --path-as-is --no-keepalive --trace --trace-ascii --stderr`.split(/\s+/),
)

function curlOption(written: string): CurlOption {
  const name = aliases[written] ?? flags[written] ?? written
  return { name, takesValue: supportedWithValue.has(name) || unsupportedWithValue.has(name) }
}

/** Whether the user learns that the option was skipped. */
export const isReported = (name: string) => !noEffect.has(name)

/** One thing that the command says: an option with its value, or a URL (name ''). */
export interface CurlArgument {
  name: string
  /** One character a byte. */
  value: string
}

/** Behind it options are for another request. */
const nextRequest = '--next'

/** Reads the words after `curl` as curl does: `-sSL`, `-XPOST`, `--name value` and `--name=value`. */
export function splitOptions(words: readonly CommandWord[]): CurlArgument[] {
  const found: CurlArgument[] = []
  const rest = commandWords(words)
  let word: string | undefined
  while ((word = rest.shift()) !== undefined) {
    if (word === '--') found.push(...rest.splice(0).map(urlArgument))
    else if (word.startsWith('--')) found.push(longOption(word, rest))
    else if (/^-./.test(word)) found.push(...shortOptions(word, rest))
    else if (word.trim() !== '') found.push(urlArgument(word))
    if (found.at(-1)?.name === nextRequest) break
  }
  return found
}

const urlArgument = (value: string): CurlArgument => ({ name: '', value })

const isOperator = ({ bytes, isBare }: CommandWord) => isBare && /^(?:[|&;<]|\d?>)/.test(bytes)

/** A line that no backslash continues, and that begins with the name of a program. */
const isNextCommand = ({ bytes, isBare, beginsLine }: CommandWord) =>
  beginsLine && isBare && /^(?:[a-z][\w-]*|curl\.exe)$/i.test(bytes)

/** The words up to where the shell would pipe, redirect or begin another command. */
function commandWords(words: readonly CommandWord[]): string[] {
  const found: string[] = []
  for (const word of words) {
    if (isOperator(word) || isNextCommand(word)) break
    const isLast = word.isBare && word.bytes.endsWith(';')
    found.push(isLast ? word.bytes.slice(0, -1) : word.bytes)
    if (isLast) break
  }
  return found
}

function longOption(word: string, rest: string[]): CurlArgument {
  const [written = word, ...given] = word.split('=')
  const { name, takesValue } = curlOption(written)
  if (!takesValue) return { name, value: '' }
  return { name, value: given.length > 0 ? given.join('=') : (rest.shift() ?? '') }
}

/** Several letters may share one dash; the first that takes a value takes the rest of the word, or the next word. */
function shortOptions(word: string, rest: string[]): CurlArgument[] {
  const found: CurlArgument[] = []
  for (let at = 1; at < word.length; at += 1) {
    const { name, takesValue } = curlOption(`-${word.charAt(at)}`)
    if (!takesValue) found.push({ name, value: '' })
    else return [...found, { name, value: word.slice(at + 1) || (rest.shift() ?? '') }]
  }
  return found
}
