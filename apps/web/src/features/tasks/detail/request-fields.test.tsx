import { expect, it } from 'vitest'
import { task } from '../../../testing/builders/task.ts'
import { expectSnackbar } from '../../../testing/screens.ts'
import { request, name, url, buttonsOf, press, heading, openTask } from '../../../testing/pages/task-settings.ts'

it('[RE-02, RE-06, RE-07] a name is not needed; one blank header at a time, and none is saved', async () => {
  const served = await openTask()
  await press(request, 'Edit')
  const add = request.getByRole('button', { name: 'Add header' })
  const names = request.getByLabelText(/^Header \d name$/)
  await add.click()
  await expect.element(names).toHaveFocus()
  await expect.element(add).toBeDisabled()
  await names.first().fill('X-One')
  await expect.element(add).toBeEnabled()
  await add.click()
  await expect.element(add).toBeDisabled()
  await request.getByLabelText('Header 2 value').fill('a value without a name')
  await expect.element(add).toBeDisabled()
  await name.fill('')
  await press(request, 'Save')
  await expectSnackbar('Task settings updated')
  expect(served.view.name).toBeNull()
  expect(served.view.request.target.headers).toEqual([['X-One', '']])
  await expect.element(heading).toHaveTextContent('https://example.com/tea')

  await press(request, 'Edit')
  await request.getByRole('button', { name: 'Remove header 1' }).click()
  await expect.element(names).not.toBeInTheDocument()
  await expect.element(add).toHaveFocus()
})

it('a pasted curl command fills in the form, and can be undone', async () => {
  await openTask(task({ target: { uri: 'https://example.com/plain' } }))
  await press(request, 'Edit')
  const paste = (text: string) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    url.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }
  paste(`curl -X PUT 'https://example.com/tea?cup=1' -H 'X-Kitchen: north' -u ada:s3cret -d 'two sugars' -k`)
  await expect.element(url).toHaveValue('https://example.com/tea?cup=1')
  await expect.element(request.getByLabelText('Method')).toHaveValue('PUT')
  await expect.element(request.getByLabelText('Body')).toHaveValue('two sugars')
  await expect.element(request.getByLabelText('Header 1 name')).toHaveValue('X-Kitchen')
  await expect.element(request.getByLabelText('Username')).toHaveValue('ada')
  await expect.element(request.getByRole('switch', { name: 'Allow insecure certificates' })).toBeChecked()

  await request.getByRole('button', { name: 'Undo' }).click()
  await expect.element(url).toHaveValue('https://example.com/plain')
  await expect.element(request.getByLabelText('Method')).toHaveValue('GET')
})

it('a target that reports its end later is given a time, which is saved with the request', async () => {
  const served = await openTask()
  await press(request, 'Edit')
  const ends = request.getByLabelText('An execution ends')
  await expect.element(ends).toHaveAccessibleDescription(/longer than 30 seconds/)
  await ends.selectOptions('When the target reports it, within 6 hours')
  await expect.element(ends).toHaveAccessibleDescription(/Knockwire-Complete/)
  await press(request, 'Save')
  await expectSnackbar('Task settings updated')
  await expect.poll(() => buttonsOf(request)).toEqual(['Edit'])
  await expect.element(request).toMatchTextContent('When the target reports it, within 6 hours')
  expect(served.view.completion).toEqual({ withinSeconds: 21_600 })
})

it('a time for the end that the editor does not offer stays as it is', async () => {
  const served = await openTask(task({ completion: { withinSeconds: 5400 } }))
  await press(request, 'Edit')
  await expect.element(request.getByLabelText('An execution ends')).toHaveValue('5400')
  await name.fill('Coffee')
  await press(request, 'Save')
  await expectSnackbar('Task settings updated')
  expect(served.view.completion).toEqual({ withinSeconds: 5400 })
})

it('an address that is typed without its scheme gets it when the field is left', async () => {
  await openTask()
  await press(request, 'Edit')
  await url.fill('localhost:4600/x')
  await name.click()
  await expect.element(url).toHaveValue('http://localhost:4600/x')
  await url.fill('example.com/x')
  await name.click()
  await expect.element(url).toHaveValue('https://example.com/x')
})
