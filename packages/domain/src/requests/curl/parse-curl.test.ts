import { describe, expect, it } from 'vitest'
import { isCurlCommand } from './is-curl-command.ts'
import { parseCurl } from './parse-curl.ts'

const plain = {
  uri: 'https://api.example.com/v1/orders',
  method: 'GET',
  headers: [],
  body: null,
  basicAuth: null,
  followRedirect: false,
  allowInsecureCerts: false,
  skippedOptions: [],
}

const url = plain.uri

describe('a pasted curl command', () => {
  it.each([
    ['curl https://x.example', true],
    ['  curl  https://x.example', true],
    ['$  curl https://x.example', true],
    ['curl.exe https://x.example', true],
    ['curl', false],
    ['curly https://x.example', false],
    ["printf %s 'YQ==' | base64 --decode | curl --request POST 'https://x.example' \\\n  --data-binary @-", true],
    ["printf %s 'YQ==' | base64 --decode | sh", false],
    ["printf %s '$(x)' | base64 --decode | curl x", false],
    ['https://x.example/curl x', false],
  ])('is distinguished from other text: %s', (text, expected) => {
    expect(isCurlCommand(text)).toBe(expected)
  })

  it('without a URL is none', () => {
    expect(parseCurl('curl -L --compressed')).toBeNull()
    expect(parseCurl('wget https://x.example')).toBeNull()
  })

  it.each<[string, string, object]>([
    ['a bare URL', `curl ${url}`, {}],
    ['a URL without a scheme', 'curl api.example.com/x', { uri: 'http://api.example.com/x' }],
    [
      'a URL without a scheme, and with another one in it',
      'curl x.example/?next=https://ada@y.example',
      { uri: 'http://x.example/?next=https://ada@y.example' },
    ],
    ['a host with a dash', 'curl https://api-a.example/x', { uri: 'https://api-a.example/x' }],
    ['a prompt before it', `  $  curl ${url}`, {}],
    ['a dollar sign that is no prompt', `curl ${url} -H 'X: 5$ a'`, { headers: [['X', '5$ a']] }],
    ['--url', `curl -s --url ${url}`, {}],
    ['-X', `curl -X DELETE ${url}`, { method: 'DELETE' }],
    ['-X without a space', `curl -XPATCH ${url}`, { method: 'PATCH' }],
    ['--request=', `curl --request=put ${url}`, { method: 'PUT' }],
    ['-I', `curl -I ${url}`, { method: 'HEAD' }],
    ['--location-trusted', `curl --location-trusted ${url}`, { followRedirect: true }],
    ['-L and -k', `curl -L -k ${url}`, { followRedirect: true, allowInsecureCerts: true }],
    ['letters that share a dash', `curl -sSLk ${url}`, { followRedirect: true, allowInsecureCerts: true }],
    ['-u', `curl -u ada:s3cret:x ${url}`, { basicAuth: { username: 'ada', password: 's3cret:x' } }],
    ['-u with a name alone', `curl -u ada ${url}`, { basicAuth: { username: 'ada', password: '' } }],
    [
      'a login within the URL',
      'curl https://ada:p%40ss@api.example.com/v1/orders',
      { basicAuth: { username: 'ada', password: 'p@ss' } },
    ],
    [
      'a login within the URL whose percent sign escapes nothing',
      'curl https://ada:100%@api.example.com/v1/orders',
      { basicAuth: { username: 'ada', password: '100%' } },
    ],
    [
      '-H',
      `curl -H 'X-Trace: a: b' -H 'X-Empty;' -H 'Accept:' ${url}`,
      {
        headers: [
          ['X-Trace', 'a: b'],
          ['X-Empty', ''],
        ],
      },
    ],
    [
      '-H with spaces and semicolons',
      `curl -H 'X-Trace : a; b;' -H 'X-Empty ;' -H 'X-Gone; ' ${url}`,
      {
        headers: [
          ['X-Trace', 'a; b;'],
          ['X-Empty', ''],
        ],
      },
    ],
    ['-H with what is no header', `curl -H 'X-A; b' -H 'X-A' -H ': b' ${url}`, {}],
    [
      'headers of one name',
      `curl -H 'X-A: 1' -H 'x-a: 2' ${url}`,
      {
        headers: [
          ['X-A', '1'],
          ['x-a', '2'],
        ],
      },
    ],
    [
      '-A, -e and -b',
      `curl -A me/1 -e https://r.example -b 'a=1; b=2' ${url}`,
      {
        headers: [
          ['User-Agent', 'me/1'],
          ['Referer', 'https://r.example'],
          ['Cookie', 'a=1; b=2'],
        ],
      },
    ],
    ['-b twice', `curl -b a=1 -b b=2 ${url}`, { headers: [['Cookie', 'a=1;b=2']] }],
    ['--oauth2-bearer', `curl --oauth2-bearer abc ${url}`, { headers: [['Authorization', 'Bearer abc']] }],
    ['-G', `curl -G -d a=1 --data-urlencode 'q=x y' ${url}`, { uri: `${url}?a=1&q=x+y` }],
    ['-G beside a query and a fragment', `curl -G -d b=2 '${url}?a=1#top'`, { uri: `${url}?a=1&b=2#top` }],
    ['-G with another method', `curl -G -X POST -d a=1 ${url}`, { uri: `${url}?a=1`, method: 'POST' }],
    ['a pipe right behind the URL', `curl -s ${url}|jq '.[0]'`, {}],
    ['its output in a file whose name is quoted', `curl -s ${url} >"a b.txt" 2>'c.txt'`, {}],
    ['input that stands behind it', `curl ${url} <<'EOF'\n{"a":1}\nEOF`, {}],
    ['a pipe behind it', `curl -s ${url} | jq '.[0]'`, {}],
    ['a redirection behind it', `curl ${url} > out.json 2>&1`, {}],
    ['a file for its errors', `curl ${url} 2>err.txt`, {}],
    ['a file for its input', `curl ${url} < in.json`, {}],
    ['a second command behind it', `curl ${url} && echo done`, {}],
    ['a command that it runs beside', `curl ${url} & echo done`, {}],
    ['a command that follows a semicolon', `curl ${url} ;echo done`, {}],
    [
      'a quoted operator',
      `curl ${url} -H 'X: 1' -A '|'`,
      {
        headers: [
          ['User-Agent', '|'],
          ['X', '1'],
        ],
      },
    ],
    ['an operator within a bare URL', `curl ${url}?a>1`, { uri: `${url}?a>1` }],
    ['an ampersand in a bare URL', `curl ${url}?a=1&b=2`, { uri: `${url}?a=1&b=2` }],
    [
      'options that only bear on the output',
      `curl -s -o out.txt -w '%{http_code}' --max-time 5 --compressed ${url}`,
      {},
    ],
  ])('is read: %s', (_, command, expected) => {
    expect(parseCurl(command)).toEqual({ ...plain, ...expected })
  })
})

describe('the body of a curl command', () => {
  const form = [['Content-Type', 'application/x-www-form-urlencoded']]

  it.each<[string, string, object]>([
    ['-d makes a POST', `curl ${url} -d a=1 -d b=2`, { headers: form, body: 'a=1&b=2' }],
    ['-d with an operator within', `curl ${url} -d a>b`, { headers: form, body: 'a>b' }],
    ['--data-ascii', `curl ${url} --data-ascii=a=1=2`, { headers: form, body: 'a=1=2' }],
    ['-d without anything behind it', `curl ${url} -d`, { headers: form, body: '' }],
    ['--data without anything behind it', `curl ${url} --data`, { headers: form, body: '' }],
    ['--data-raw keeps an @', `curl ${url} --data-raw @x`, { headers: form, body: '@x' }],
    ['--data-binary', `curl ${url} --data-binary 'a\nb'`, { headers: form, body: 'a\nb' }],
    [
      'the content type given wins',
      `curl ${url} -H 'content-type: text/plain' -d x`,
      { headers: [['content-type', 'text/plain']], body: 'x' },
    ],
    [
      '--json',
      `curl ${url} --json '{"a":1}'`,
      {
        headers: [
          ['Content-Type', 'application/json'],
          ['Accept', 'application/json'],
        ],
        body: '{"a":1}',
      },
    ],
    [
      '-d, and --json that adds to it',
      `curl ${url} -d '{"a":' --json '1}'`,
      {
        headers: [
          ['Content-Type', 'application/json'],
          ['Accept', 'application/json'],
        ],
        body: '{"a":1}',
      },
    ],
    ['-X with data', `curl -X PUT ${url} -d x`, { method: 'PUT', headers: form, body: 'x' }],
    [
      '--data-urlencode',
      `curl ${url} --data-urlencode 'name=a b&c' --data-urlencode '=d e'`,
      { headers: form, body: 'name=a+b%26c&d+e' },
    ],
    [
      '--data-urlencode keeps an @ behind the name',
      `curl ${url} --data-urlencode mail=ada@x.example`,
      { headers: form, body: 'mail=ada%40x.example' },
    ],
  ])('%s', (_, command, expected) => {
    expect(parseCurl(command)).toEqual({ ...plain, method: 'POST', ...expected })
  })
})

describe('an unsupported option of a curl command is reported', () => {
  it.each<[string, string, object]>([
    ['a proxy', `curl -x http://proxy:8080 ${url}`, { skippedOptions: ['-x http://proxy:8080'] }],
    ['a file', `curl -d @body.json ${url}`, { method: 'POST', skippedOptions: ['--data @body.json'] }],
    ['a file to upload', `curl -T a.txt ${url}`, { method: 'PUT', skippedOptions: ['--upload-file a.txt'] }],
    [
      'a file to encode',
      `curl --data-urlencode note@a.txt ${url}`,
      { method: 'POST', skippedOptions: ['--data-urlencode note@a.txt'] },
    ],
    [
      'a file of JSON, but for its headers',
      `curl --json @a.json ${url}`,
      {
        method: 'POST',
        headers: [
          ['Content-Type', 'application/json'],
          ['Accept', 'application/json'],
        ],
        skippedOptions: ['--json @a.json'],
      },
    ],
    [
      'bytes that are no text',
      `printf %s '/wA=' | base64 --decode | curl --request POST '${url}' --data-binary @-`,
      {
        method: 'POST',
        headers: [['Content-Type', 'application/x-www-form-urlencoded']],
        skippedOptions: ['the data, which are no text'],
      },
    ],
    [
      'a header of the connection',
      `curl -H 'Content-Length: 3' -H 'te;' ${url}`,
      { skippedOptions: ['--header Content-Length: 3', '--header te;'] },
    ],
    ['a binary file', `curl --data-binary @a ${url}`, { method: 'POST', skippedOptions: ['--data-binary @a'] }],
    ['a file of headers', `curl -H @a:b ${url}`, { skippedOptions: ['--header @a:b'] }],
    ['a file of cookies', `curl -b a.txt ${url}`, { skippedOptions: ['--cookie a.txt'] }],
    ['a form with text', `curl --form-string a=b ${url}`, { method: 'POST', skippedOptions: ['--form a=b'] }],
    ['a form with parts', `curl -F file=@a.png ${url}`, { method: 'POST', skippedOptions: ['--form file=@a.png'] }],
    ['a method that is not offered', `curl -X PURGE ${url}`, { skippedOptions: ['--request PURGE'] }],
    ['a body that a GET does not send', `curl -X GET -d a=1 ${url}`, { skippedOptions: ['--data a=1'] }],
    ['a second URL', `curl ${url} https://other.example`, { skippedOptions: ['https://other.example'] }],
    ['an unknown option', `curl --frobnicate ${url}`, { skippedOptions: ['--frobnicate'] }],
    ['an unknown option that looks like one for data', `curl --data-x ${url}`, { skippedOptions: ['--data-x'] }],
    ['a letter that nothing is known of', `curl -n ${url}`, { skippedOptions: ['-n'] }],
    ['a certificate', `curl --cert me.pem ${url}`, { skippedOptions: ['--cert me.pem'] }],
  ])('%s', (_, command, expected) => {
    expect(parseCurl(command)).toEqual({ ...plain, ...expected })
  })
})

it('a pasted curl command keeps a body’s byte order mark, and reads other characters by the type that is given', () => {
  const bodyOf = (base64: string, type: string) =>
    parseCurl(`printf %s '${base64}' | base64 -d | curl '${url}' -H 'Content-Type: ${type}' --data-binary @-`)?.body
  expect(bodyOf('77u/YQ==', 'text/plain')).toBe('\uFEFFa')
  expect(bodyOf('Y2Fm6Q==', 'text/plain; charset=iso-8859-1')).toBe('café')
  expect(bodyOf('Y2Fm6Q==', 'text/plain')).toBeNull()
})
