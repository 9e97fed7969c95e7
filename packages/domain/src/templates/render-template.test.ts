import { describe, expect, it } from 'vitest'
import { templateBounds } from './engine.ts'
import type { TemplateTarget } from './escapes.ts'
import { renderTemplate } from './render-template.ts'
import { processorTimeMs } from '../testing/processor-time.ts'

const body = '{"a":{"b":[1,"two",null]},"list":[{"n":"x"},{"n":"y"}],"text":"<b>&\'\\""}'
const variables = {
  task: { name: 'Shop <front>', url: 'https://a.example/?a=1&b=2' },
  condition: { value: null, description: 'd' },
  response: { code: 500, body, headers: { 'content-type': 'text/plain' } },
}

const render = (text: string, target?: TemplateTarget) => renderTemplate(text, variables, target)
const textOf = (text: string, target?: TemplateTarget) => {
  const rendering = render(text, target)
  return rendering.kind === 'rendered' ? rendering.text : `failed: ${rendering.reason}`
}

describe('renderTemplate', () => {
  it.each([
    ['{{ task.name }} gave {{ response.code }}', 'Shop <front> gave 500'],
    ['[{{ condition.value }}]', '[]'],
    ['[{{ task.constructor.name }}]', '[]'],
    ['[{{ condition.value | json: "$" }}]', '[]'],
    ['{{ 0 | date: "%A %B" }}', 'Thursday January'],
    ['{{ 0 | date: "%x %X %p" }}', '1/1/1970 12:00:00 AM AM'],
    ['{{ response.headers["content-type"] }}', 'text/plain'],
    ['{{ response.headers }}', '{"content-type":"text/plain"}'],
    ['{% if response.code >= 500 %}down{% else %}up{% endif %}', 'down'],
    ['{{ nothing.at.all }}.', '.'],
    ['{{ task.name | upcase | truncate: 7 }}', 'SHOP...'],
    ['{{ "ab😀cdef" | truncate: 6 }}', 'ab...'],
    ['{{ "ab👩‍👩‍👧cdef" | truncate: 10, "" }}|{{ "abc" | truncate: 2, "…" }}', 'ab👩‍👩‍👧|a…'],
    ['{{ "abcdef" | truncate: 2 }}|{{ "abc" | truncate: "x" }}|{{ missing | truncate: 3 }}', '...|abc|'],
    ['{{ 0 | date: "%Y-%m-%d %H:%M" }}', '1970-01-01 00:00'],
    ['{% for i in (1..2) %}{{ i }}{{ forloop.last }}{{ forloop }},{% endfor %}', '1false,2true,'],
    ['{{ task.name | json: 2 }}', 'failed: Line 1: the path of the json filter must be a text.'],
    ['{% increment n %}{% increment n %}{{ true }}{{ 1.50 }}', '01true1.5'],
    ['{% raw %}{{ task.name }}{% endraw %}', '{{ task.name }}'],
  ])('[TN-58] %s', (text, expected) => expect(textOf(text)).toBe(expected))

  it.each([
    ['{{ response.body | json: "$.a.b" }}', '[1,"two",null]'],
    ['{{ response.body | json: "$.a.b[1]" }}', 'two'],
    ['{{ response.body | json: "$.a.b[2]" }}', ''],
    ['{{ response.body | json: "$.missing" }}', ''],
    ['{{ response.body | json: "a.b" | size | plus: 1 }}', '4'],
    ['{{ response.headers | json: "$[\'content-type\']" }}', 'text/plain'],
    ['{{ task.name | json: "$.a" }}', ''],
    ['{% assign list = response.body | json: "$.list" %}{% for i in list %}{{ i.n }};{% endfor %}', 'x;y;'],
    ['{{ task.name | json }}', '"Shop <front>"'],
    ['{{ condition.value | json }}{{ missing | json }}', 'nullnull'],
    [
      '{{ response.body | json: "$..[" }}',
      'failed: Line 1: Invalid JSON path: a quoted name, a number or * is missing at character 5.',
    ],
  ])('reads JSON: %s', (text, expected) => expect(textOf(text)).toBe(expected))

  const numbers = { body: '{"n":8202522731445525542,"one":1.0,"huge":1e400,"list":[1.50,-0,2E+3],"t":"1.0"}' }

  it.each([
    ['{{ body | json: "$.n" }}', '8202522731445525542'],
    ['{{ body | json: "$.n" | json }}', '8202522731445525542'],
    ['{{ body | json: "$.one" }} {{ body | json: "$.huge" }}', '1.0 1e400'],
    ['{{ body | json: "$" | json }}', numbers.body],
    ['{{ body | json: "$" }}', numbers.body],
    [
      '{% assign d = body | json: "$" %}{"id":{{ d.n | json }},"t":{{ d.t | json }}}',
      '{"id":8202522731445525542,"t":"1.0"}',
    ],
    [
      '{% assign l = body | json: "$.list" %}{{ l | join: " " }} {{ l[0] | plus: 1 }} {{ l.first }}',
      '1.50 -0 2E+3 2.5 1.50',
    ],
    ['{% assign d = body | json: "$" %}{% if d.one == 1 and d.n > 5 and d.list[0] <= 1.5 %}yes{% endif %}', 'yes'],
    [
      '{% assign d = body | json: "$" %}{% if d.n == 8202522731445525543 or d.one < 1 %}yes{% else %}no{% endif %}',
      'no',
    ],
    [
      '{% assign d = body | json: "$" %}{{ d.list | sort | first }} {{ d.one | times: 3 }} {{ d.list[2] | round }}',
      '-0 3 2000',
    ],
    ['{% assign d = body | json: "$" %}{{ d.one.length }}{{ d.n.text }}{{ d.n.toJSON }}', ''],
  ])('writes numbers as they came: %s', (text, expected) => {
    expect(renderTemplate(text, numbers)).toEqual({ kind: 'rendered', text: expected })
  })

  it('escapes values, not the text around them, for the place they go to', () => {
    const text = '<i>{{ task.name }}</i> {{ task.url }} {{ response.body | json: "$.text" }}'
    expect(textOf(text, 'SLACK')).toBe('<i>Shop &lt;front&gt;</i> https://a.example/?a=1&amp;b=2 &lt;b&gt;&amp;\'"')
    expect(textOf(text, 'text')).toBe('<i>Shop <front></i> https://a.example/?a=1&b=2 <b>&\'"')
  })

  it.each([
    ['{% capture x %}{{ task.name }}{% endcapture %}{{ x }}', 'Shop &lt;front&gt;'],
    [
      '{% capture x %}{{ task.name }}{% endcapture %}{% echo x %}{{ task.name }}',
      'Shop &lt;front&gt;Shop &lt;front&gt;',
    ],
    [
      '{% capture x %}{% capture y %}{{ task.name }}{% endcapture %}{{ y }}{% endcapture %}{{ x }}',
      'Shop &lt;front&gt;',
    ],
    ['{% capture x %}{% cycle task.name %}{% endcapture %}{{ x | upcase }}', 'SHOP &lt;FRONT&gt;'],
    ['{% capture x %}{{ task.name }}{% endcapture %}{% if x == task.name %}same{% endif %}', 'same'],
  ])('escapes what was captured once: %s', (text, expected) => expect(textOf(text, 'SLACK')).toBe(expected))

  it.each([
    '{{ task.name | raw }}',
    '{% echo task.name | raw %}',
    '{% cycle task.name %}{% capture x %}{{ task.name }}{% endcapture %}',
  ])('lets no value out unescaped: %s', (text) => expect(textOf(text, 'SLACK')).not.toContain('<front>'))

  it.each([
    ['{% include "/etc/passwd" %}', 'Line 1: tag "include" not found.'],
    ['{% render "x" %}', 'Line 1: tag "render" not found.'],
    ['{% layout "x" %}', 'Line 1: tag "layout" not found.'],
    ['{% block x %}{% endblock %}', 'Line 1: tag "block" not found.'],
    ['\n\n{{ task.name | nope }}', 'Line 3: undefined filter: nope.'],
    ['{{ task.name', 'Line 1: "{{ task.name" is not closed.'],
    ['{% if task %}', 'Line 1: tag {% if task %} not closed.'],
    ['{{ task.name | raw }}', 'Line 1: undefined filter: raw.'],
    ['{{ response.headers | sample }}', 'Line 1: undefined filter: sample.'],
    ['{{ task.name | jsonify }}', 'Line 1: undefined filter: jsonify.'],
    ['{{ task.name | inspect }}', 'Line 1: undefined filter: inspect.'],
    [`${'\n'.repeat(11)}${' '.repeat(11)}{{ 1 | nope }}`, 'Line 12: undefined filter: nope.'],
    [`{{ 1 | ${'n'.repeat(300)} }}`, `Line 1: undefined filter: ${'n'.repeat(182)}.`],
    ['x'.repeat(300_000), 'The template is too long.'],
  ])('fails with a message: %.40s', (text, reason) => expect(render(text)).toEqual({ kind: 'failed', reason }))
})

describe('hostile templates', () => {
  const many = Array.from({ length: 10_001 }, () => 1)
  const big = { request: { body: 'ab,'.repeat(350_000) }, nested: { list: [[1], [2]] }, many }
  const tooMuch = 'The template produces too much text.'
  const tooSlow = 'The template takes too long to render.'
  const loop = (inner: string, times = 4) =>
    `${'{% for i in (1..1000) %}'.repeat(times)}${inner}${'{% endfor %}'.repeat(times)}`

  it.each([
    ['a loop of a thousand millions', '{% for i in (1..1000000000) %}x{% endfor %}', [tooMuch]],
    ['loops in loops', loop('x'), [tooSlow, tooMuch]],
    ['loops that write nothing', loop('{% if false %}x{% endif %}'), [tooSlow, tooMuch]],
    ['a string that doubles', `{% assign s = "x" %}${'{% assign s = s | append: s %}'.repeat(60)}{{ s }}`, [tooMuch]],
    [
      'a capture that doubles',
      `{% assign s = "x" %}${'{% capture s %}{{ s }}{{ s }}{% endcapture %}'.repeat(60)}`,
      [tooMuch],
    ],
    [
      'a list that doubles',
      `{% assign s = "a,b" | split: "," %}${'{% assign s = s | concat: s %}'.repeat(60)}`,
      [/10000 elements/],
    ],
    ['a body written again and again', '{% for i in (1..100) %}{{ request.body }}{% endfor %}', [tooMuch]],
    [
      'its own text written again and again',
      `{% for i in (1..100000) %}${'x'.repeat(9000)}{% endfor %}`,
      [tooMuch, tooSlow],
    ],
    ['a large split', '{{ request.body | split: "" | sort | size }}', [/10000 elements/]],
    ['replacing by something larger', `{{ request.body | replace: "a", "${'x'.repeat(1000)}" }}`, [tooMuch]],
    [
      'parsing again and again',
      '{% for i in (1..1000) %}{% assign b = request.body | append: i | json: "$" %}{% endfor %}',
      [tooMuch, tooSlow],
    ],
    [
      'nested tags',
      `${'{% if true %}'.repeat(9000)}x${'{% endif %}'.repeat(9000)}`,
      ['The template is nested too deeply.', tooSlow],
    ],
    ['padding', '{{ 1 | date: "%999999999d" }}', [tooMuch]],
    ['a long list as an argument', '{% assign l = nested.list | map: many %}', [/10000 elements/]],
    [
      'writing a value as JSON again and again',
      '{% for i in (1..100) %}{% assign b = request | json %}{% endfor %}',
      [tooMuch],
    ],
  ])('%s', (_, text, reasons) => {
    const startedAt = processorTimeMs()
    const rendering = renderTemplate(text, big)
    expect(processorTimeMs() - startedAt).toBeLessThan(1500)
    expect(rendering.kind).toBe('failed')
    const reason = rendering.kind === 'failed' ? rendering.reason : ''
    expect(
      reasons.some((expected) => reason.match(expected)),
      reason,
    ).toBe(true)
  })

  it('a template that waited for the processor longer than it may compute is rendered', () => {
    const pause = new Int32Array(new SharedArrayBuffer(4))
    const waiting = {
      get text() {
        Atomics.wait(pause, 0, 0, templateBounds.renderMs + 50)
        return 'late'
      },
    }
    expect(renderTemplate('{{ task.text }}{{ task.text }}.', { task: waiting })).toEqual({
      kind: 'rendered',
      text: 'latelate.',
    })
  })

  it.each([
    '{{ task.constructor }}',
    '{{ task.__proto__ }}',
    '{{ task.constructor.constructor }}',
    '{{ constructor }}',
    '{{ __proto__.x }}',
    '{{ task.name.constructor }}',
    '{{ task["toString"] }}',
    '{{ toString }}',
    '{{ response.body | json: "$.constructor" }}',
    '{{ task.hasOwnProperty }}',
  ])('reach nothing but values: %s', (text) => expect(textOf(text)).toBe(''))

  it('change nothing that the next rendering sees', () => {
    textOf('{% assign task = 1 %}{% increment response %}{% assign response.code = 1 %}')
    expect(textOf('{{ task.name }} {{ response.code }}')).toBe('Shop <front> 500')
  })

  it('lets a body of 1 MiB be echoed', () => {
    const full = { request: { body: 'x'.repeat(1_048_576) } }
    expect(renderTemplate('{{ request.body }}', full)).toEqual({ kind: 'rendered', text: full.request.body })
    expect(renderTemplate('{{ request.body | upcase }}', full).kind).toBe('rendered')
  })
})
