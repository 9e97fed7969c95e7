import { expect, it } from 'vitest'
import { slackMarks } from './slack-parts.ts'

it('a Slack preview shows the marks of Slack, and takes none apart within code', () => {
  expect(slackMarks('*a b* _c_ ~d~ `*e*` ```\nf _g_```')).toEqual([
    { kind: 'bold', text: 'a b' },
    { kind: 'plain', text: ' ' },
    { kind: 'italic', text: 'c' },
    { kind: 'plain', text: ' ' },
    { kind: 'strike', text: 'd' },
    { kind: 'plain', text: ' ' },
    { kind: 'code', text: '*e*' },
    { kind: 'plain', text: ' ' },
    { kind: 'block', text: 'f _g_' },
  ])
})

it.each(['2*3*4', 'snake_case_name', '* not a mark *', '*open', 'a~b~c', '**'])(
  'a Slack preview leaves %s as it is',
  (text) => {
    expect(slackMarks(text)).toEqual([{ kind: 'plain', text }])
  },
)
