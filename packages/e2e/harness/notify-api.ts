import { defaultCondition } from '@knockwire/domain/conditions/condition-rules'
import {
  NotificationList,
  NotificationView,
  ReceiverNotificationList,
  ReceiverNotificationView,
  type SaveNotificationInput,
  type SaveReceiverNotificationInput,
} from '@knockwire/domain/notifications/notification'
import { CreatedView } from '@knockwire/domain/page'
import { expect, type APIRequestContext } from '@playwright/test'
import { callsOf } from './calls.ts'

interface Message {
  channel: string
  to: string
  subject: string | null
  body: string
}

/** What notifications start from and end in, brought about and looked up without the page. */
export interface NotifyApi {
  /** Delivered to the address or number, the newest first. */
  outbox: (to: string) => Promise<Message[]>
  /** The newest code mailed to the address. */
  codeFor: (address: string) => Promise<string>
  verify: (address: string) => Promise<void>
  /** With the default condition unless wished otherwise. */
  add: (
    changes: Pick<SaveNotificationInput, 'type' | 'taskId'> & Partial<SaveNotificationInput>,
  ) => Promise<NotificationView>
  list: (taskId: string) => Promise<NotificationView[]>
  createReceiver: () => Promise<string>
  addToReceiver: (input: SaveReceiverNotificationInput) => Promise<ReceiverNotificationView>
  listOfReceiver: (receiverId: string) => Promise<ReceiverNotificationView[]>
}

export const notifyApiOf = (request: APIRequestContext, origin: string): NotifyApi => {
  const { get, post } = callsOf(request, origin)
  const outbox = async (to: string): Promise<Message[]> => {
    const answer = await request.get(`${origin}/dev/outbox.json?to=${encodeURIComponent(to)}`)
    expect(answer.ok(), `The outbox answered ${answer.status()}`).toBe(true)
    return answer.json()
  }
  const newestCode = async (address: string) => /\b\d{6}\b/.exec((await outbox(address))[0]?.body ?? '')?.[0]
  const codeFor = async (address: string): Promise<string> => {
    await expect.poll(() => newestCode(address), { intervals: [30, 60, 120] }).toBeTruthy()
    return (await newestCode(address)) ?? ''
  }
  return {
    outbox,
    codeFor,
    verify: async (email) => {
      const otp = await codeFor(email)
      await post('/accounts/me/verify_email_validation_code', { email, otp })
    },
    add: async (changes) =>
      NotificationView.parse(await post('/notifications', { condition: defaultCondition, ...changes })),
    list: async (taskId) => NotificationList.parse(await get(`/notifications?taskId=${taskId}`)).results,
    createReceiver: async () => CreatedView.parse(await post('/receivers')).id,
    addToReceiver: async (input) => ReceiverNotificationView.parse(await post('/receiver-notifications', input)),
    listOfReceiver: async (id) =>
      ReceiverNotificationList.parse(await get(`/receiver-notifications?receiverId=${id}`)).results,
  }
}
