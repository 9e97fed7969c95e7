import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { receiver } from '../../../testing/builders/receiver.ts'
import { queryClient } from '../../../lib/api/query-client.ts'
import { rejected, server } from '../../../testing/network.ts'
import { openPage } from '../../../testing/open-page.tsx'
import { expectSnackbar, press, section } from '../../../testing/screens.ts'
import { serveReceiver } from '../../../testing/serve-receiver.ts'

it('what is typed while a receiver is being created is still there, in its settings', async () => {
  const served = serveReceiver(receiver({ version: 1, isDraft: true, status: 'DISABLED' }))
  const held = Promise.withResolvers<void>()
  server.post('/receivers/:id/lifecycle/activate', 'ReceiverView', async () => {
    await held.promise
    served.view = { ...served.view, isDraft: false, status: 'ACTIVE' }
    return served.view
  })
  await openPage(`/dashboard/receivers/${served.view.id}`)
  const settings = section('Response Settings')
  const name = settings.getByLabelText('Name', { exact: true })
  await name.fill('Payments')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect.poll(() => server.calls('post', /lifecycle\/activate$/)).toHaveLength(1)
  await name.fill('Payments and refunds')
  held.resolve()
  await expectSnackbar('Receiver created')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Payments')
  await expect.element(name).toHaveValue('Payments and refunds')
  expect(served.view).toMatchObject({ name: 'Payments', isDraft: false })
  await settings.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Payments and refunds')
  expect(served.view.name).toBe('Payments and refunds')
})

it('a receiver is begun at its name, which what is typed replaces', async () => {
  const served = serveReceiver(receiver({ version: 1, isDraft: true, status: 'DISABLED' }))
  await openPage(`/dashboard/receivers/${served.view.id}`)
  const name = section('Response Settings').getByLabelText('Name', { exact: true })
  await expect.element(name).toHaveFocus()
  await userEvent.keyboard('Payments')
  await expect.element(name).toHaveValue('Payments')
})

it('a draft that is activated in another window is given up for its receiver once nothing of it is unsaved', async () => {
  const served = serveReceiver(receiver({ version: 2, isDraft: true, status: 'DISABLED', name: 'Payments' }))
  await openPage(`/dashboard/receivers/${served.view.id}`)
  const name = section('Response Settings').getByLabelText('Name', { exact: true })
  await name.fill('Payments and refunds')
  served.view = { ...served.view, version: 3, isDraft: false, status: 'ACTIVE' }
  await queryClient.invalidateQueries()
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  await expect.element(name).toHaveValue('Payments and refunds')
  await name.fill('Payments')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Payments')
  await expect.element(page.getByRole('form', { name: 'Create receiver' })).not.toBeInTheDocument()
})

it('a draft that was deleted meanwhile says so, and is left without a promise to keep it', async () => {
  const served = serveReceiver(receiver({ version: 1, isDraft: true, status: 'DISABLED' }))
  await openPage(`/dashboard/receivers/${served.view.id}`)
  const name = section('Response Settings').getByLabelText('Name', { exact: true })
  await name.fill('Payments')
  server.get('/receivers/:id', 'ReceiverView', () => rejected(404, 'NOT_FOUND'))
  await queryClient.invalidateQueries()
  const notice = page.getByRole('alert').filter({ hasText: 'This draft was deleted' })
  await expect.element(notice.getByRole('button', { name: 'Create a new draft' })).toBeVisible()
  await page.getByRole('link', { name: 'Receivers' }).first().click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await expect.element(question).not.toMatchTextContent('24 hours')
  await press(question, 'Keep editing')
  await expect.element(name).toHaveValue('Payments')
})
