import { describe, expect, it } from 'vitest'
import { slackParts } from './slack-parts.ts'

const shown = (text: string) => slackParts(text).map((part) => [part.kind, part.text])

describe('a Slack message in the preview', () => {
  it('shows an escaped mention as the text that it is', () =>
    expect(shown('down: &lt;!channel&gt; &amp;lt;')).toEqual([['text', 'down: <!channel> &lt;']]))

  it.each([
    ['<!channel>', '@channel'],
    ['<!here|here>', '@here'],
    ['<!everyone>', '@everyone'],
    ['<@U123>', '@U123'],
    ['<@U123|ada>', '@ada'],
    ['<#C123|alerts>', '#alerts'],
    ['<!subteam^S1|@ops>', '@ops'],
  ])('shows the mention %s as %s', (text, mention) =>
    expect(shown(`a ${text} b`)).toEqual([
      ['text', 'a '],
      ['mention', mention],
      ['text', ' b'],
    ]),
  )

  it('shows a link by its label, and where it leads', () => {
    expect(slackParts('<https://shop.example/?a=1&amp;b=2|Shop &lt;1&gt;>')).toEqual([
      { kind: 'link', text: 'Shop <1>', href: 'https://shop.example/?a=1&b=2' },
    ])
    expect(slackParts('<https://shop.example/>')).toEqual([
      { kind: 'link', text: 'https://shop.example/', href: 'https://shop.example/' },
    ])
  })

  it('shows the fallback of a date', () => expect(shown('<!date^1^{date}|today>')).toEqual([['text', 'today']]))

  it('leaves what is not closed as it stands', () => expect(shown('a < b')).toEqual([['text', 'a < b']]))
})
