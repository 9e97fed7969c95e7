import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import { defaultExpectation } from '@knockwire/domain/heartbeats/heartbeat-rules'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { receiver } from '../../../testing/builders/receiver.ts'
import { rejected, server } from '../../../testing/network.ts'
import { openPage } from '../../../testing/open-page.tsx'
import { expectFieldError, expectSnackbar, section, textsOf } from '../../../testing/screens.ts'
import { serveReceiver } from '../../../testing/serve-receiver.ts'

const settings = section('Response Settings')
const name = settings.getByLabelText('Name', { exact: true })
const code = settings.getByLabelText('Status code')
const contentType = settings.getByRole('combobox', { name: 'Response content type' })
const body = settings.getByRole('textbox', { name: 'Response body', exact: true })
const heading = page.getByRole('heading', { level: 1 })
const undo = page.getByRole('button', { name: 'Undo' })
const buttons = () => textsOf(settings.getByRole('button', { name: /^(Edit|Save|Cancel)$/ }))
const values = () => [...settings.element().querySelectorAll('dd')].map(({ textContent }) => textContent)
const press = (button: string) => settings.getByRole('button', { name: button, exact: true }).click()

const openReceiver = async (view: ReceiverView = receiver()) => {
  const served = serveReceiver(view)
  server.get('/receivers/:id/heartbeat-changes', 'HeartbeatChangeList', () => ({ results: [] }))
  await openPage(`/dashboard/receivers/${view.id}`)
  await expect.element(settings.getByRole('button', { name: 'Edit' })).toBeVisible()
  return served
}

const openEditor = async (view?: ReceiverView) => {
  const served = await openReceiver(view)
  await press('Edit')
  await expect.element(name).toBeVisible()
  return served
}

it('Tab leads from the content type to the body, past the types that are suggested', async () => {
  await openEditor()
  await contentType.click()
  await expect.element(page.getByRole('option').first()).toBeVisible()
  await userEvent.keyboard('{Tab}')
  await expect.element(settings.getByRole('button', { name: 'Insert variable into Response body' })).toHaveFocus()
})

const saved = async () => {
  await press('Save')
  await expectSnackbar('Receiver settings updated')
}

it('[RD-19..RD-27, SN-13] settings are read, edited, and given up or saved', async () => {
  const served = await openReceiver()
  expect(buttons()).toEqual(['Edit'])
  expect(values()).toEqual(['Deployments', '200', 'text/plain', 'thanks', 'None'])
  expect(textsOf(settings.getByRole('heading', { level: 3 }))).toEqual(['Expected calls'])
  await press('Edit')
  await expect.poll(buttons).toEqual(['Save', 'Cancel'])
  await expect.element(name).toHaveFocus()
  await name.fill('Other')
  await code.fill('500')
  await body.fill('other')
  await press('Cancel')
  await expect.poll(values).toEqual(['Deployments', '200', 'text/plain', 'thanks', 'None'])

  await press('Edit')
  await expect.element(name).toHaveValue('Deployments')
  await expect.element(body).toHaveValue('thanks')
  await name.fill('Payments')
  await code.fill('202')
  await contentType.fill('app')
  await settings.getByRole('option', { name: 'application/json' }).click()
  await body.fill('{"ok":true}')
  await saved()
  await expect.poll(buttons).toEqual(['Edit'])
  await expect.element(heading).toHaveTextContent('Payments')
  expect(values()).toEqual(['Payments', '202', 'application/json', '{"ok":true}', 'None'])
  expect(served.view).toMatchObject({
    name: 'Payments',
    responseCode: 202,
    responseHeaders: { 'content-type': 'application/json' },
    responseBody: '{"ok":true}',
  })
})

it('a variable is written where the cursor stands, and the field keeps the focus', async () => {
  await openEditor()
  await body.fill('{"got": }')
  ;(body.element() as HTMLTextAreaElement).setSelectionRange(8, 8)
  await settings.getByRole('button', { name: 'Insert variable into Response body' }).click()
  await expect
    .poll(() =>
      textsOf(page.getByRole('menuitem')).map((text) => /^request\.(?:body|headers|form|query)/.exec(text)?.[0]),
    )
    .toEqual(expect.arrayContaining(['request.body', 'request.headers', 'request.form', 'request.query']))
  await page.getByRole('menuitem', { name: /request\.headers/ }).click()
  await expect.element(body).toHaveValue('{"got": {{ request.headers }}}')
  await expect.element(body).toHaveFocus()
})

it('the addresses of another service are read, and copied one by one', async () => {
  const addresses = ['/ping/5f0c', '/api/push/abc']
  await openReceiver({ ...receiver(), otherAddresses: addresses })
  const { origin } = new URL(receiver().url)
  expect(textsOf(settings.getByRole('listitem'))).toEqual(addresses.map((address) => origin + address))
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await settings.getByRole('button', { name: `Copy ${origin}/api/push/abc` }).click()
  expect(copied).toHaveBeenCalledWith(`${origin}/api/push/abc`)
})

it('[RD-28, RD-29] Ctrl+Enter and Cmd+Enter save, Escape cancels', async () => {
  const served = await openReceiver()
  for (const [keys, value] of [
    ['{Control>}{Enter}{/Control}', 'Payments'],
    ['{Meta>}{Enter}{/Meta}', 'Messages'],
  ] as const) {
    await press('Edit')
    await name.fill(value)
    await userEvent.keyboard(keys)
    await expect.poll(buttons).toEqual(['Edit'])
    await expect.element(heading).toHaveTextContent(value)
  }
  // The first Escape closes the suggestions, and gives nothing up.
  await press('Edit')
  await name.fill('Water')
  await contentType.fill('text')
  await expect.element(settings.getByRole('option').first()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(settings.getByRole('option')).not.toBeInTheDocument()
  await expect.element(name).toHaveValue('Water')
  await userEvent.keyboard('{Escape}')
  await expect.element(settings.getByRole('button', { name: 'Edit' })).toHaveFocus()
  expect(served.view.name).toBe('Messages')
})

it('what was discarded can be restored', async () => {
  const served = await openEditor()
  await body.fill('two')
  await press('Cancel')
  await undo.click()
  await expect.element(body).toHaveValue('two')
  await saved()
  expect(served.view.responseBody).toBe('two')
})

it('what is wrong with a response is said at its field, and nothing is sent', async () => {
  await openEditor()
  await code.fill('99')
  await contentType.fill('json')
  await name.fill('')
  await press('Save')
  await expectFieldError(name, /Enter a name\./)
  await expectFieldError(code, /Enter a status code from 200 to 599\./)
  await expectFieldError(contentType, /Enter a content type, such as application\/json\./)
  await expect.element(name).toHaveFocus()
  expect(server.calls('post', /./)).toEqual([])
})

it('a template that the server rejects stands at its field until that is edited', async () => {
  await openEditor()
  server.post('/receivers/:id', 'ReceiverView', () =>
    rejected(422, 'INVALID_FIELDS', { errors: { responseBody: 'The tag is not closed.' } }),
  )
  await body.fill('{{ request.body')
  await press('Save')
  await expectFieldError(body, /The tag is not closed\./)
  await body.fill('{{ request.body }}')
  await expect.element(body).not.toBeInvalid()
})

it('a save that would overwrite what was changed elsewhere shows both versions, and stores what is chosen', async () => {
  const served = await openEditor()
  await body.fill('mine')
  served.view = { ...served.view, responseBody: 'theirs', version: served.view.version + 1 }
  await press('Save')
  const dialog = page.getByRole('dialog', { name: 'This receiver was changed elsewhere' })
  const field = dialog.getByRole('group', { name: /^Response body changed/ })
  await expect.element(field).toMatchTextContent(/mine.*theirs/)
  await field.getByRole('radio', { name: 'Take theirs' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectSnackbar('Receiver settings updated')
  expect(served.view.responseBody).toBe('theirs')
})

describe('a receiver that expects calls', () => {
  const expectation = settings.getByRole('group', { name: 'Expected calls' })
  const expectCalls = expectation.getByRole('switch', { name: 'Expect calls' })
  const more = expectation.getByText('Runs, success, days and hours, other addresses')

  it('begins with an interval, which is typed in the unit that is chosen and sent in seconds', async () => {
    const served = await openEditor()
    await expectCalls.click()
    const every = expectation.getByLabelText('A call every')
    await every.fill('2')
    await expectation.getByRole('combobox', { name: 'Unit of A call every' }).click()
    await expectation.getByRole('option', { name: 'days' }).click()
    await expectation.getByLabelText('Grace time').fill('10')
    await saved()
    const graceUnit = served.view.expectation?.graceSeconds ?? 0
    expect(served.view.expectation).toMatchObject({ mode: 'EVERY', everySeconds: 172_800, expression: null })
    expect(graceUnit % 10).toBe(0)
  })

  it('is described by a cron expression in words, in its own zone', async () => {
    const served = await openEditor()
    await expectCalls.click()
    await expectation.getByText('At the times of a cron expression').click()
    const cron = expectation.getByLabelText('Cron expression')
    await expect.element(cron).toHaveAccessibleDescription(/Five fields/)
    await cron.fill('0 3 * * *')
    await expect.element(cron).toHaveAccessibleDescription(/Every day at 3:00 AM/)
    await expect
      .element(expectation.getByRole('combobox', { name: 'Timezone' }))
      .toHaveValue(expect.stringMatching(/Berlin/) as string)
    await saved()
    expect(served.view.expectation).toMatchObject({
      mode: 'CRON',
      expression: '0 3 * * *',
      timezone: 'Europe/Berlin',
      everySeconds: null,
    })
  })

  it('stays in UTC where it has no zone', async () => {
    const inUtc = { ...defaultExpectation, mode: 'CRON' as const, expression: '0 3 * * *' }
    const served = await openEditor({ ...receiver(), expectation: inUtc })
    await expect
      .element(expectation.getByRole('combobox', { name: 'Timezone' }))
      .toHaveValue(expect.stringMatching(/Greenwich/) as string)
    await name.fill('Renamed')
    await saved()
    expect(served.view).toMatchObject({ name: 'Renamed', expectation: inUtc })
  })

  it('says what is missing of days and intervals beside their fields, and sends nothing', async () => {
    await openEditor({ ...receiver(), expectation: { ...defaultExpectation, everySeconds: 3600 } })
    await expectation.getByLabelText('A call every').fill('')
    await more.click()
    await expectation.getByRole('switch', { name: 'Only on some days and hours' }).click()
    for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'])
      await expectation.getByRole('checkbox', { name: day }).click()
    await press('Save')
    await expect.element(expectation.getByText('Enter a time from 30 seconds to 366 days.')).toBeVisible()
    await expect.element(expectation.getByLabelText('A call every')).toBeInvalid()
    await expect
      .element(expectation.getByLabelText('A call every'))
      .toHaveAccessibleDescription(/Enter a time from 30 seconds to 366 days\./)
    await expect.element(expectation.getByText('Choose at least one day.')).toBeVisible()
    expect(server.calls('post', /./)).toEqual([])
  })

  it('counts a call as a success only where it meets the condition that is written', async () => {
    const served = await openEditor({ ...receiver(), expectation: defaultExpectation })
    await more.click()
    await expectation.getByRole('switch', { name: 'A success only if' }).click()
    const condition = expectation.getByRole('group', { name: 'A success only if' })
    await condition.getByLabelText('Source').selectOptions('request_body_text')
    await condition.getByLabelText('Comparison').selectOptions('string_contain')
    await condition.getByLabelText(/^Value/).fill('done')
    await saved()
    expect(served.view.expectation?.successCondition).toMatchObject({
      source: 'request_body_text',
      comparison: 'string_contain',
      rightValue: 'done',
    })
  })

  it('keeps what was written of it while it is turned off and on again, and sends nothing of it when it is off', async () => {
    const served = await openEditor({ ...receiver(), expectation: { ...defaultExpectation, everySeconds: 7200 } })
    await expectCalls.click()
    await expect.element(expectation.getByLabelText('A call every')).not.toBeInTheDocument()
    await expectCalls.click()
    await expect.element(expectation.getByLabelText('A call every')).toHaveValue('2')
    await expectCalls.click()
    await saved()
    expect(served.view.expectation).toBeNull()
  })
})
