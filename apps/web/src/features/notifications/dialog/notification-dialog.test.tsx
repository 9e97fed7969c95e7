import { defaultExpectation } from '@knockwire/domain/heartbeats/heartbeat-rules'
import type { NotificationView } from '@knockwire/domain/notifications/notification'
import { expect, it } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { account } from '../../../testing/builders/account.ts'
import { notification } from '../../../testing/builders/notification.ts'
import { idOf } from '../../../testing/builders/ids.ts'
import { receiver } from '../../../testing/builders/receiver.ts'
import { task } from '../../../testing/builders/task.ts'
import { rejected, server } from '../../../testing/network.ts'
import { addDialog, editDialog, expectRow, saveDialog } from '../../../testing/notification-screens.ts'
import { openPage } from '../../../testing/open-page.tsx'
import { expectSnackbar, focus, section, textsOf } from '../../../testing/screens.ts'
import { serveNotifications } from '../../../testing/serve-notifications.ts'
import { serveReceiver } from '../../../testing/serve-receiver.ts'
import { serveTask } from '../../../testing/serve-task.ts'

const channels = ['Email', 'SMS', 'Slack', 'HTTP'] as const
const phone = (dialog: Locator) => dialog.getByLabelText('Phone number')
const message = (dialog: Locator) => dialog.getByRole('textbox', { name: 'Message', exact: true })
const press = (where: Locator, button: string) => where.getByRole('button', { name: button, exact: true }).click()
const smsSetting = { countryCode: '+1', phoneNumber: '+16045550199', template: 'Tea' } as const

const sms = (more: Partial<NotificationView> = {}): NotificationView => {
  const { emailSetting: _email, ...common } = notification()
  return { ...common, type: 'SMS', recipient: '+16045550199', smsSetting, ...more }
}

const openTask = async (...stored: NotificationView[]) => {
  const { view } = serveTask(task({ notificationCount: stored.length }))
  const served = serveNotifications(...stored)
  await openPage(`/dashboard/tasks/${view.id}`)
  await expect.element(section('Notifications').getByRole('heading', { name: 'Notifications' })).toBeVisible()
  return served
}

it('[TD-15, TN-01, TN-02, TN-07, TN-08] the box has four groups, each with Add and a text while it is empty', async () => {
  await openTask()
  for (const name of channels) {
    await expect.element(section(name).getByText(`No ${name} notification configured`)).toBeVisible()
    await expect.element(section(name).getByRole('button', { name: 'Add' })).toBeEnabled()
    await expect.element(section(name).getByRole('table')).not.toBeInTheDocument()
  }
  expect(textsOf(section('Notifications').getByRole('heading', { level: 3 }))).toEqual([...channels])
})

it('[TN-03..TN-06] each table says the condition in words and whom it notifies, and lets edit and delete', async () => {
  const slow = { source: 'response_time', property: '', comparison: 'number_greater_than', rightValue: 500 } as const
  const isOn = {
    source: 'response_body_json',
    property: '$.on',
    comparison: 'boolean_is_true',
    rightValue: null,
  } as const
  await openTask(
    notification({
      condition: { ...slow, advancedCondition: { orOperands: [{ andOperands: [slow, isOn] }] } },
      firing: { mode: 'ON_START', notifyOnRecovery: true, recoverAfterInARow: 1, afterInARow: 3 },
    }),
    sms({ id: idOf('notification', 2) }),
  )
  await expectRow(
    'Email',
    'Response time is greater than 500 ms and JSON body at $.on is true',
    'Once after 3 in a row, and on recovery',
    'ada@example.com',
  )
  await expectRow('SMS', 'Status code does not equal 200', '+16045550199')
  for (const name of ['Edit', 'Delete'])
    await expect
      .element(section('SMS').getByRole('button', { name: `${name} notification to +16045550199` }))
      .toBeVisible()
})

it('a list that cannot be loaded says so, and is there with the next try', async () => {
  serveTask(task())
  serveNotifications()
  server.get('/notifications', 'NotificationList', () => rejected(403, 'FOREIGN_ORIGIN', { message: 'Not from here.' }))
  await openPage(`/dashboard/tasks/${task().id}`)
  await expect.element(section('Notifications').getByText('The notifications could not be loaded.')).toBeVisible()
  server.get('/notifications', 'NotificationList', () => ({ results: [] }))
  await press(section('Notifications'), 'Try again')
  await expect.element(section('Email').getByRole('button', { name: 'Add' })).toBeVisible()
})

it('on a plan without text messages the SMS group and its "Add" button say so, and lead to the plans', async () => {
  server.get('/accounts/me', 'AccountView', () => account({ plan: 'FREE' }))
  await openTask()
  const said = 'Text messages are not part of the Free plan. They are sent once you upgrade. See the plans'
  await expect.element(section('SMS')).toMatchTextContent(said)
  await expect.element(section('SMS').getByRole('button', { name: 'Add' })).toHaveAccessibleDescription(`SMS ${said}`)
  await expect
    .element(section('SMS').getByRole('link', { name: 'See the plans' }))
    .toHaveAttribute('href', '/dashboard/account')
})

it('[TN-11..TN-15, TN-17..TN-19] a dialog for each channel, which a click beside it does not close', async () => {
  await openTask()
  for (const name of channels) {
    const dialog = await addDialog(name)
    await expect.element(dialog.getByRole('region', { name: 'Condition' }).getByLabelText('Source')).toBeVisible()
    expect(dialog.getByRole('region', { name: 'When to notify' }).getByRole('radio').elements()).toHaveLength(2)
    await expect.element(dialog.getByRole('region', { name: 'Action' })).toBeVisible()
    expect(dialog.getByLabelText('Method').elements()).toHaveLength(name === 'HTTP' ? 1 : 0)
    ;(document.elementFromPoint(5, 400) as HTMLElement).click()
    await expect.element(dialog).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(section(name).getByRole('button', { name: 'Add' })).toHaveFocus()
  }
})

it('[TN-16, SN-20, SN-21] Ctrl+Enter and Cmd+Enter save, in a new dialog and in an edited one; two quick ones make one', async () => {
  const served = await openTask()
  const dialog = await addDialog('SMS')
  await phone(dialog).fill('604 555 0199')
  focus(message(dialog))
  await userEvent.keyboard('{Control>}{Enter}{Enter}{/Control}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expectSnackbar('Notification created')
  expect(served.stored).toHaveLength(1)

  const editing = await editDialog('SMS')
  await message(editing).fill('Tea is ready')
  await userEvent.keyboard('{Meta>}{Enter}{/Meta}')
  await expectSnackbar('Notification updated')
  expect(served.stored.map((one) => one.smsSetting?.template)).toEqual(['Tea is ready'])
})

it('typed text is not lost by a stray key, only by a confirmed discard', async () => {
  const served = await openTask()
  const dialog = await addDialog('SMS')
  await message(dialog).fill('Tea is ready')
  await userEvent.keyboard('{Escape}')
  const question = dialog.getByText('Your changes are not saved.', { exact: false })
  await expect.element(question).toBeVisible()
  await press(dialog, 'Keep editing')
  await expect.element(message(dialog)).toHaveValue('Tea is ready')
  await userEvent.keyboard('{Escape}')
  await press(dialog, 'Discard')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(served.stored).toEqual([])
})

it('a notification can be sent at the start, on recovery, and after several executions', async () => {
  const served = await openTask()
  const dialog = await addDialog('SMS')
  const again = dialog.getByRole('checkbox', { name: 'Also notify me on recovery' })
  const atStart = dialog.getByRole('radio', { name: /^When the condition becomes true/ })
  // A message for each run would use up a day's mails within minutes: a new one begins otherwise.
  await expect.element(atStart).toBeChecked()
  await expect.element(again).toBeChecked()
  await dialog.getByRole('radio', { name: /^Every time/ }).click()
  await expect.element(again).not.toBeInTheDocument()
  await atStart.click()
  await expect.element(again).toBeChecked()
  await dialog.getByLabelText('Executions in a row').fill('3')
  await dialog.getByLabelText('Recovered after').fill('2')
  await phone(dialog).fill('6045550199')
  await saveDialog(dialog)
  await expectRow('SMS', 'Once after 3 in a row, and on recovery after 2 in a row')
  expect(served.stored[0]?.firing).toEqual({
    mode: 'ON_START',
    notifyOnRecovery: true,
    afterInARow: 3,
    recoverAfterInARow: 2,
  })
})

it('[ER-18] what is rejected for no field of its own stands in the dialog’s footer', async () => {
  await openTask()
  server.post('/notifications', 'NotificationView', () =>
    rejected(422, 'INVALID_FIELDS', { message: 'A task has at most 20 notifications.' }),
  )
  const dialog = await addDialog('SMS')
  await phone(dialog).fill('6045550199')
  await press(dialog, 'Save')
  const rejection = dialog.getByRole('alert').filter({ hasText: 'A task has at most 20 notifications.' })
  await expect.element(rejection).toBeVisible()
  const [above, save] = [rejection, dialog.getByRole('button', { name: 'Save', exact: true })].map((one) =>
    one.element().getBoundingClientRect(),
  )
  expect(Math.abs((above?.y ?? 0) - (save?.y ?? 0))).toBeLessThan(40)
})

it('[TN-09, TN-10, SN-22] a deletion asks first, warns, and says when it is done', async () => {
  const served = await openTask(sms())
  const remove = section('SMS').getByRole('button', { name: /^Delete/ })
  const dialog = page.getByRole('dialog', { name: 'Delete notification' })
  await remove.click()
  await expect.element(dialog).toMatchTextContent(/\+16045550199/)
  await expect.element(dialog).toMatchTextContent(/This cannot be undone\./)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(remove).toHaveFocus()
  expect(served.stored).toHaveLength(1)

  await remove.click()
  await press(dialog, 'Delete')
  await expectSnackbar('Notification deleted')
  await expect.element(section('SMS').getByText('No SMS notification configured')).toBeVisible()
  await expect.element(section('SMS').getByRole('button', { name: 'Add' })).toHaveFocus()
  expect(served.stored).toEqual([])
})

it('a notification that was deleted elsewhere while it was edited is added again when it is saved again', async () => {
  const served = await openTask(sms())
  const editing = await editDialog('SMS')
  await editing.getByLabelText('Executions in a row').fill('4')
  served.stored = []
  server.post('/notifications/:id', 'NotificationView', ({ params }) =>
    params['id'] === 'preview' ? rejected(429, 'RATE_LIMITED') : rejected(404, 'NOT_FOUND'),
  )
  server.post('/notifications/preview', 'PreviewView', () => ({ subjectId: null, verdict: null, texts: {} }))
  await press(editing, 'Save')
  await expect
    .element(editing.getByRole('alert').filter({ hasText: 'deleted elsewhere' }))
    .toHaveTextContent('This notification was deleted elsewhere. Save again to add it as a new one.')
  expect(served.stored).toEqual([])
  await saveDialog(editing)
  await expectRow('SMS', 'after 4 in a row')
  expect(served.stored).toMatchObject([{ firing: { afterInARow: 4 } }])
})

it('what is typed while a notification is being saved stays, and is saved next as the same notification', async () => {
  const served = await openTask()
  const dialog = await addDialog('SMS')
  await phone(dialog).fill('6045550199')
  await message(dialog).fill('Tea')
  const store = Promise.withResolvers<void>()
  server.post('/notifications', 'NotificationView', async ({ body }) => {
    await store.promise
    const stored = sms({
      smsSetting: { ...smsSetting, template: (body as NotificationView).smsSetting?.template ?? '' },
    })
    served.stored = [stored]
    return stored
  })
  await press(dialog, 'Save')
  await expect.poll(() => server.calls('post', /notifications$/)).toHaveLength(1)
  await message(dialog).fill('Tea is ready')
  store.resolve()
  await expectSnackbar('Notification created')
  const editing = page.getByRole('dialog', { name: 'Edit SMS notification' })
  await expect.element(message(editing)).toHaveValue('Tea is ready')
  await userEvent.keyboard('{Escape}')
  await expect.element(editing.getByText('Your changes are not saved.', { exact: false })).toBeVisible()
  await press(editing, 'Keep editing')
  await saveDialog(editing)
  expect(served.stored.map((one) => one.smsSetting?.template)).toEqual(['Tea is ready'])
})

it('a condition that is written of a receiver’s requests is still there after another choice was looked at', async () => {
  const { view } = serveReceiver(receiver({ expectation: defaultExpectation }))
  server.post('/receiver-notifications/preview', 'PreviewView', () => ({ subjectId: null, verdict: null, texts: {} }))
  await openPage(`/dashboard/receivers/${view.id}`)
  const dialog = await addDialog('SMS')
  await dialog.getByRole('radio', { name: /^Requests that match/ }).click()
  const value = dialog.getByRole('region', { name: 'Condition' }).getByLabelText('Value', { exact: true })
  await value.fill('refund')
  await dialog.getByRole('radio', { name: /^Missing calls/ }).click()
  await expect.element(value).not.toBeInTheDocument()
  await dialog.getByRole('radio', { name: 'Each request' }).click()
  await dialog.getByRole('radio', { name: /^Requests that match/ }).click()
  await expect.element(value).toHaveValue('refund')
})

it('of a receiver whose requests are counted, notifications speak of counts, not of calls that are waited for', async () => {
  const { view } = serveReceiver(receiver({ expectation: { ...defaultExpectation, mode: 'LEARNED' } }))
  server.post('/receiver-notifications/preview', 'PreviewView', () => ({ subjectId: null, verdict: null, texts: {} }))
  await openPage(`/dashboard/receivers/${view.id}`)
  await expect.element(page.getByText('Nobody is notified when fewer requests than usual arrive.')).toBeVisible()
  const dialog = await addDialog('SMS')
  await expect.element(dialog.getByRole('radio', { name: /^Unusual number of requests/ })).toBeChecked()
  await expect.element(dialog.getByLabelText('Unusual in a row')).toHaveValue('1')
  await expect.element(dialog.getByText('Example: fewer requests than usual')).toBeVisible()
  await expect.element(dialog.getByText(/expected call/)).not.toBeInTheDocument()
})

it('a test message whose end cannot be read says so, and is read by a button', async () => {
  await openTask(notification())
  const sent = {
    id: idOf('other', 1),
    notificationId: idOf('notification', 1),
    type: 'EMAIL',
    recipient: 'ada@example.com',
    condition: null,
    status: 'PENDING',
    attempts: 0,
    error: null,
    response: null,
    joinedTo: null,
    deliveredAt: null,
    nextAttemptAt: null,
  } as const
  server.post('/notifications/test', 'DeliveryView', () => sent)
  server.get('/deliveries/:id', 'DeliveryView', () => rejected(403, 'FORBIDDEN'))
  const dialog = await editDialog('Email')
  await press(dialog, 'Send a test')
  const unread = dialog.getByRole('alert').filter({ hasText: 'The result of the test could not be loaded.' })
  await expect.element(unread).toBeVisible()
  await expect.element(dialog.getByText('Sending the test…')).not.toBeInTheDocument()
  await expect.element(dialog.getByRole('button', { name: 'Send a test' })).toBeEnabled()

  server.get('/deliveries/:id', 'DeliveryView', () => ({ ...sent, status: 'DELIVERED', attempts: 1 }))
  await press(dialog, 'Try again')
  await expect.element(dialog.getByText('Test sent to ada@example.com')).toBeVisible()
})
