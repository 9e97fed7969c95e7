import { describe, expect, it } from 'vitest'
import { renderTemplate } from '../../templates/render-template.ts'
import { slack } from './slack.ts'

const receiver = { name: 'Orders', url: 'https://hooks.example/1', detailUrl: 'https://knockwire.example/1' }
const messageOf = (requestBody: string, responseBody: string) => {
  const values = {
    receiver,
    request: { method: 'GET', headers: {}, body: requestBody, remoteAddress: '127.0.0.1' },
    response: { code: 204, body: responseBody },
  }
  const rendering = renderTemplate(slack.defaultTemplates.receiver?.messageTemplate ?? '', values, 'SLACK')
  return rendering.kind === 'rendered' ? rendering.text : rendering.reason
}
const first = '*Orders* received a GET request (response 204)'
const fence = '```'

describe('the default message about a request', () => {
  it.each([
    ['', ''],
    [' \n', '\t'],
  ])('leaves out the blocks of an empty one (%j, %j)', (request, response) => {
    expect(messageOf(request, response)).toBe(`${first}\nhttps://knockwire.example/1`)
  })

  it('has both bodies where there are any', () => {
    expect(messageOf('a=1', 'ok')).toBe(`${first}\n${fence}a=1${fence}\n\`ok\`\nhttps://knockwire.example/1`)
  })

  it.each(['x```\n*y*', '```', '````````', 'ends with `', '`'])('keeps %j within its block', (body) => {
    const message = messageOf(body, body)
    expect(message.split(fence)).toHaveLength(3)
    expect(message).not.toContain('````')
    expect(message.split('\n').filter((line) => line.startsWith('`') && !line.startsWith(fence))).not.toEqual([])
    expect(message.replaceAll('\u200b', '')).toContain(body)
  })
})
