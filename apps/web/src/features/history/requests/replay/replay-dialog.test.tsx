import { textBody } from '@knockwire/domain/bodies/http-body'
import { ReplayInput, type ReplayView } from '@knockwire/domain/receivers/replay'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { account } from '../../../../testing/builders/account.ts'
import { idOf } from '../../../../testing/builders/ids.ts'
import { receiver, requestOf, requestRow } from '../../../../testing/builders/receiver.ts'
import { type Call, rejected, server } from '../../../../testing/network.ts'
import { openPage } from '../../../../testing/open-page.tsx'
import { expectFieldError, expectToBeKept, press, textsOf } from '../../../../testing/screens.ts'
import { serveReceiver } from '../../../../testing/serve-receiver.ts'

const opener = page.getByRole('button', { name: 'Replay' })
const dialog = page.getByRole('dialog', { name: 'Replay request' })
const url = dialog.getByRole('textbox', { name: 'URL' })
const keepsRest = dialog.getByLabelText('Keep the path and query of the request')
const headers = dialog.getByRole('textbox', { name: 'Headers' })
const body = dialog.getByRole('textbox', { name: 'Body' })
const sent = () => server.calls('post', /\/replay$/).map((call) => call.body)

const answered = (content: string, statusCode = 200): ReplayView => ({
  kind: 'response',
  statusCode,
  headers: [['content-type', 'application/json']],
  body: textBody(content, content.length),
  responseTimeMs: 12,
})

interface Shown {
  target?: string
  content?: string
  isTruncated?: boolean
  respond?: (call: Call) => ReplayView
}

/** The details of a request are open, and its replay is answered with `respond`. */
const openRequest = async ({ target = '', content = 'tea', isTruncated = false, respond }: Shown = {}) => {
  const row = requestRow(1, { target })
  serveReceiver(receiver(), row)
  server.get('/receivers/:id/executions/:rowId', 'ReceivedRequestWithPage', () => ({
    ...requestOf(row, textBody(content, content.length, isTruncated)),
    _embedded: { results: [row], total: 1, page: 0, newest: row.id },
  }))
  server.post('/receivers/:id/executions/:rowId/reveal-headers', 'RevealedHeaders', () => ({
    headers: [
      ['Authorization', 'Bearer open-sesame'],
      ['Content-Type', 'text/plain'],
    ],
  }))
  server.post('/receivers/:id/executions/:rowId/replay', 'ReplayView', (call) => {
    ReplayInput.parse(call.body)
    return respond?.(call) ?? answered('{"stored":true}')
  })
  await openPage(`/dashboard/receivers/${idOf('receiver', 1)}/executions/${row.id}`)
  await expect.element(opener).toBeVisible()
}

const openReplay = async (shown?: Shown) => {
  await openRequest(shown)
  await opener.click()
  await expect.element(url).toBeVisible()
}

it('a request is replayed to a URL, which the next replay begins with, and the focus comes back', async () => {
  await openReplay()
  await expect.element(url).toHaveFocus()
  await expect.element(url).toHaveValue('')
  await expect.element(dialog).toMatchTextContent(/POST3 B, received/)
  await url.fill('https://staging.example/hook')
  await press(dialog, 'Send')
  await expect.element(dialog).toMatchTextContent('Response 200')
  await expect.element(dialog.getByRole('tree', { name: 'Response body as a tree' })).toMatchTextContent('stored: true')
  await expect.element(dialog.getByRole('table', { name: 'Response headers' })).toMatchTextContent('application/json')
  expect(sent()).toEqual([{ uri: 'https://staging.example/hook' }])

  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
  await opener.click()
  await expect.element(url).toHaveValue('https://staging.example/hook')
})

it('of the response to a replay only its outcome is announced', async () => {
  await openReplay()
  await url.fill('https://staging.example/hook')
  await press(dialog, 'Send')
  await expect.element(dialog.getByRole('tree')).toMatchTextContent('stored: true')
  const announced = textsOf(dialog.getByRole('status')).filter((text) => text !== '')
  expect(announced).toEqual(['Response 20012 ms'])
})

it('a replay that gets no response says why, and can be sent again', async () => {
  let isDown = true
  await openReplay({
    respond: () =>
      isDown
        ? {
            kind: 'failure',
            code: 'CONNECTION_REFUSED',
            message: 'Nothing listens at this address.',
            responseTimeMs: 3,
          }
        : answered('{"broken":true}', 503),
  })
  await url.fill('https://staging.example/hook')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).toMatchTextContent('No response')
  await expect.element(dialog).toMatchTextContent('Nothing listens at this address.')
  isDown = false
  await press(dialog, 'Send')
  await expect.element(dialog).toMatchTextContent('Response 503')
  await expect.element(dialog).toMatchTextContent('broken: true')
  await expect.element(dialog).not.toMatchTextContent('No response')
})

it('what the server rejects of a replay stands at its field until that is changed', async () => {
  await openReplay()
  const reject = (key: string, message: string) =>
    server.post('/receivers/:id/executions/:rowId/replay', 'ReplayView', () =>
      rejected(422, 'INVALID_FIELDS', { errors: { [key]: message } }),
    )
  reject('uri', 'This is not a URL.')
  await url.fill('not a url')
  await userEvent.keyboard('{Enter}')
  await expectFieldError(url, 'This is not a URL.')
  await url.fill('https://staging.example/hook')
  await expect.element(url).not.toHaveAttribute('aria-invalid', 'true')

  await press(dialog, 'Edit request')
  reject('headers.0.0', 'Enter each header as Name: value.')
  await headers.fill('no header')
  await press(dialog, 'Send')
  await expectFieldError(headers, /Enter each header as Name: value\./)
  reject('body', 'The body is too long to be edited here.')
  await headers.fill('X-Own: new')
  await press(dialog, 'Send')
  await expectFieldError(body, 'The body is too long to be edited here.')
})

it('a replay says where it goes, with the path and query of the request or without', async () => {
  await openReplay({ target: '/push?x=1' })
  await expect.element(dialog).toMatchTextContent('/push?x=1')
  await url.fill('staging.example/hook')
  await expect.element(dialog).toMatchTextContent('https://staging.example/hook/push?x=1')
  await keepsRest.click()
  await press(dialog, 'Send')
  await keepsRest.click()
  await press(dialog, 'Send')
  await expect.poll(sent).toHaveLength(2)
  expect(sent()).toEqual([{ uri: 'https://staging.example/hook' }, { uri: 'https://staging.example/hook/push?x=1' }])
})

it('the headers, with their secret values, and the body are edited before they are sent', async () => {
  await openReplay()
  await url.fill('https://staging.example/hook')
  await press(dialog, 'Edit request')
  await expect.element(headers).toHaveValue('Authorization: Bearer open-sesame\nContent-Type: text/plain')
  await expect.element(body).toHaveValue('tea')
  await headers.fill('X-Own: new\nContent-Type: text/plain')
  await body.fill('green tea')
  await press(dialog, 'Send')
  await expect.element(dialog).toMatchTextContent('Response 200')
  expect(sent()).toEqual([
    {
      uri: 'https://staging.example/hook',
      headers: [
        ['X-Own', 'new'],
        ['Content-Type', 'text/plain'],
      ],
      body: 'green tea',
    },
  ])
})

it('a body that is too long to be edited is sent as it was received, which is said', async () => {
  await openReplay({ isTruncated: true })
  await url.fill('https://staging.example/hook')
  await press(dialog, 'Edit request')
  await expect.element(headers).toBeVisible()
  await expect.element(dialog).toMatchTextContent('The body is sent as received')
  await expect.element(body).not.toBeInTheDocument()
  await press(dialog, 'Send')
  await expect.poll(sent).toHaveLength(1)
  expect(sent()[0]).not.toHaveProperty('body')
})

it('what is typed for a replay is not lost by Esc or a click outside until it is sent', async () => {
  await openReplay()
  await url.fill('https://staging.example/hook')
  await press(dialog, 'Edit request')
  await expect.element(body).toBeVisible()
  await expectToBeKept(dialog, body, 'green tea')
  await press(dialog, 'Send')
  await expect.element(dialog).toMatchTextContent('Response 200')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()

  await opener.click()
  await url.fill('https://staging.example/other')
  await userEvent.keyboard('{Escape}')
  await press(dialog, 'Discard')
  await expect.element(dialog).not.toBeInTheDocument()
})

it('a viewer can replay nothing', async () => {
  server.get('/accounts/me', 'AccountView', () => account({ role: 'VIEWER' }))
  await openRequest()
  await expect.element(opener).toBeDisabled()
})
