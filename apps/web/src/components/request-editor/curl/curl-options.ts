/** The name by which an option is handled, and whether a value follows it. */
export interface CurlOption {
  name: string
  takesValue: boolean
}

/** Options that say what the request is. */
const meaningful: Record<string, string> = {
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

const meaningfulWithValue = new Set([
  ...Object.values(meaningful),
  '--data-raw',
  '--data-binary',
  '--data-urlencode',
  '--json',
  '--url',
  '--oauth2-bearer',
])

const flags: Record<string, string> = {
  '-L': '--location',
  '--location-trusted': '--location',
  '-k': '--insecure',
  '-G': '--get',
  '-I': '--head',
}

/** Of the rest, those that a value follows: it must not be taken for the URL. */
const otherWithValue = new Set(
  `-c -C -D -E -K -m -o -P -Q -r -t -U -w -x -y -Y -z
  --abstract-unix-socket --aws-sigv4 --cacert --capath --cert --cert-type --ciphers --config --connect-timeout
  --connect-to --cookie-jar --create-file-mode --crlfile --curves --dns-interface --dns-servers --doh-url --dump-header
  --ech --expect100-timeout --happy-eyeballs-timeout-ms --hostpubmd5 --hsts --interface --ipfs-gateway --keepalive-time
  --key --key-type --limit-rate --local-port --max-filesize --max-redirs --max-time --netrc-file --noproxy --output
  --output-dir --parallel-max --pass --pinnedpubkey --preproxy --proto --proto-default --proto-redir --proxy
  --proxy-header --proxy-user --quote --range --rate --request-target --resolve --retry --retry-delay --retry-max-time
  --socks4 --socks4a --socks5 --socks5-hostname --speed-limit --speed-time --stderr --time-cond --tls-max
  --tls13-ciphers --trace --trace-ascii --unix-socket --url-query --variable --write-out`.split(/\s+/),
)

/** These say how curl shows or carries the answer, so leaving them out changes nothing for us. */
const withoutEffect = new Set(
  `-s -S -v -i -f -g -N -o -O -w -D -m -# -0 -4 -6 --silent --show-error --verbose --include --fail --fail-with-body --globoff
  --no-buffer --output --remote-name --write-out --dump-header --max-time --connect-timeout --progress-bar --no-progress-meter
  --compressed --http1.0 --http1.1 --http2 --http3 --ipv4 --ipv6 --max-redirs --retry --retry-delay --retry-max-time
  --tlsv1.2 --tlsv1.3 --keepalive-time --path-as-is --no-keepalive --trace --trace-ascii --stderr`.split(/\s+/),
)

export function curlOption(written: string): CurlOption {
  const name = meaningful[written] ?? flags[written] ?? written
  return { name, takesValue: meaningfulWithValue.has(name) || otherWithValue.has(name) }
}

/** Whether the user should be told that the option was left out. */
export const isWorthTelling = (name: string) => !withoutEffect.has(name)
