import { receivedRequests } from '@knockwire/db/schema/receivers'
import { uuidv7 } from '@knockwire/db/uuidv7'
import type { PreviewField, PreviewView, TypedReceiver } from '@knockwire/domain/notifications/preview'
import { defaultReceiverTemplates } from '@knockwire/domain/channels/templates'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertReceiver } from '../../../testing/calls/notification-calls.ts'
import { post } from '../../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'

let test: TestApp
let ada: TestUser
beforeAll(async () => {
  test = await createTestApp()
  ada = await test.signUp('Ada')
})
afterAll(() => test.close())

const previewReceiver = async (
  receiverId: string,
  templates: Partial<Record<PreviewField, string>>,
  receiver?: TypedReceiver,
): Promise<PreviewView> => {
  const answer = await post(ada, '/receiver-notifications/preview', { receiverId, templates, receiver })
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

it('[RN-16] the preview shows the newest request, every default template alike', async () => {
  const receiverId = await insertReceiver(test, ada, { name: 'Deploys', token: 'token-of-deploys' })
  const id = uuidv7()
  await test.db.insert(receivedRequests).values({
    id,
    receiverId,
    createdAt: new Date(),
    method: 'POST',
    url: '/r/token-of-deploys',
    remoteAddress: '203.0.113.7',
    responseCode: 201,
    requestHeaders: [
      ['Content-Type', 'text/plain'],
      ['Authorization', test.context.secrets.encrypt('Bearer open-sesame')],
    ],
    requestBody: Buffer.from('released'),
    responseBody: 'Thanks',
    contentType: 'text/plain',
  })
  const { emailSubject, emailTemplate: emailBody, messageTemplate: slack } = defaultReceiverTemplates
  const { subjectId, verdict, texts } = await previewReceiver(receiverId, {
    emailSubject,
    emailTemplate: `${emailBody}{{ receiver.url }} {{ request.headers.authorization }}`,
    messageTemplate: slack,
  })
  expect([subjectId, verdict]).toEqual([id, null])
  expect(texts.emailSubject?.text).toBe('Deploys received a POST request')
  const email = texts.emailTemplate?.text
  expect(email).toContain('Request body:\nreleased\n')
  expect(email).toContain('Response 201:\nThanks\n')
  expect(email).toContain(`http://127.0.0.1:3000/dashboard/receivers/${receiverId}`)
  expect(email).toContain('http://127.0.0.1:3001/r/token-of-deploys ********')
  expect(texts.messageTemplate?.text).toContain('```released```')

  const typed = { name: 'Typed', responseCode: 202, responseBody: 'New' }
  const template = '{{ receiver.name }} {{ response.code }} {{ response.body }}'
  const { texts: again } = await previewReceiver(receiverId, { emailSubject: template }, typed)
  // What was answered then stays as it was.
  expect(again.emailSubject?.text).toBe('Typed 201 Thanks')
})

it('the preview of a receiver without requests has examples, but its own name', async () => {
  const receiverId = await insertReceiver(test, ada, { name: 'Fresh' })
  const { subjectId, texts } = await previewReceiver(receiverId, {
    messageTemplate: '{{ receiver.name }} {{ request.method }}',
    emailTemplate: '{{ task.name }}',
  })
  expect(subjectId).toBeNull()
  expect(texts.messageTemplate?.text).toBe('Fresh POST')
})

const template = '{{ receiver.name }} {{ response.code }} {{ response.body }}'

it.each<[string, TypedReceiver | undefined, string]>([
  ['as it is saved', undefined, 'Fresh 201 Got POST'],
  ['as its page shows it', { name: ' Typed ', responseCode: 202, responseBody: 'Thanks' }, 'Typed 202 Thanks'],
  ['with a part of it', { responseBody: '{{ request.query.id }}' }, 'Fresh 201 7'],
  ['with an answer that cannot be made', { responseBody: '{% if %}' }, 'Fresh 201 {% if %}'],
])(
  'the preview of a receiver without requests, %s, has its name and its response to the example',
  async (_what, typed, text) => {
    const receiverId = await insertReceiver(test, ada, {
      name: 'Fresh',
      responseCode: 201,
      responseBody: 'Got {{ request.method }}',
    })
    const { texts } = await previewReceiver(receiverId, { messageTemplate: template }, typed)
    expect(texts.messageTemplate?.text).toBe(text)
  },
)
