import { afterEach, describe, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { z } from 'zod'
import { ApiError } from '../api/api-error.ts'
import { useCallForm } from './use-call-form.ts'

const Email = z.object({ email: z.email('No address.') })
const initialValues = { email: '', kind: 'user' }
type Options = Partial<Omit<Parameters<typeof useCallForm<typeof initialValues, unknown>>[0], 'call'>>

function Form(options: Options & { call: () => Promise<unknown> }) {
  const { form, send, problem, formProps } = useCallForm({ initialValues, ...options })
  const { error, ...props } = form.getInputProps('email')
  return (
    <form {...formProps}>
      <label>
        Email
        <input {...props} aria-invalid={error !== undefined} />
      </label>
      <em data-testid="error">{error}</em>
      <select aria-label="Kind" {...form.getInputProps('kind')}>
        <option>user</option>
        <option>operator</option>
      </select>
      <p role="alert">{problem}</p>
      <button type="submit">Send</button>
      <i data-testid="changes">{form.isDirty() ? 'unsaved' : 'none'}</i>
      <output>{send.isPending ? 'busy' : send.isSuccess ? 'sent' : 'idle'}</output>
    </form>
  )
}

const email = page.getByRole('textbox', { name: 'Email' })
const kind = page.getByRole('combobox', { name: 'Kind' })
const submit = () => page.getByRole('button', { name: 'Send' }).click()
const expectError = (text: string) => expect.element(page.getByTestId('error')).toHaveTextContent(text)
const expectProblem = (text: string) => expect.element(page.getByRole('alert')).toHaveTextContent(text)
const expectChanges = (text: string) => expect.element(page.getByTestId('changes')).toHaveTextContent(text)
const expectState = (state: 'busy' | 'sent' | 'idle') =>
  expect.element(page.getByRole('status')).toHaveTextContent(state)

async function renderForm(options: Options = {}) {
  const call = vi.fn<() => Promise<unknown>>(async () => undefined)
  await render(<Form call={call} {...options} />)
  return call
}

describe('a form of one call', () => {
  afterEach(() => vi.useRealTimers())

  it('sends what its schema accepts, and shows beside its field what it rejects', async () => {
    const call = await renderForm({ schema: async () => Email })
    await email.fill('ada')
    await submit()
    await expectError('No address.')
    expect(call).not.toHaveBeenCalled()
    await expect.element(email).toHaveFocus()

    await email.fill('ada@example.com')
    await expectError('')
    await submit()
    await expectState('sent')
    expect(call).toHaveBeenCalledExactlyOnceWith({ ...initialValues, email: 'ada@example.com' })
  })

  it('shows beside its field what the server rejects, and above the fields what is about none', async () => {
    const rejection = { status: 422, code: 'INVALID_FIELDS', message: 'Some values are invalid.' } as const
    const call = await renderForm()
    call.mockRejectedValueOnce(new ApiError({ ...rejection, errors: { email: 'It is taken.' } }))
    await submit()
    await expectError('It is taken.')
    await expectProblem('')

    call.mockRejectedValueOnce(new ApiError(rejection))
    await email.fill('grace@example.com')
    await submit()
    await expectProblem('Some values are invalid.')
    await expectError('')
  })

  it('shows beside its only field whatever the server rejects', async () => {
    const call = await renderForm({ only: { field: 'email', serverName: 'newEmail' } })
    call.mockRejectedValueOnce(new ApiError({ status: 429, code: 'RATE_LIMITED', message: 'Too many.' }))
    await submit()
    await expectError('Too many.')
    await expectProblem('')
  })

  it('is busy from its submission on while its schema is loaded, which then checks the latest values once', async () => {
    const loading = Promise.withResolvers<z.ZodType>()
    const call = await renderForm({ schema: () => loading.promise })
    await submit()
    await expectState('busy')
    await submit()
    await email.fill('ada@example.com')
    expect(call).not.toHaveBeenCalled()

    loading.resolve(Email)
    await expectState('sent')
    expect(call).toHaveBeenCalledExactlyOnceWith({ ...initialValues, email: 'ada@example.com' })
  })

  it('is no longer busy once its schema has come and rejects the submission', async () => {
    const loading = Promise.withResolvers<z.ZodType>()
    const call = await renderForm({ schema: () => loading.promise })
    await submit()
    loading.resolve(Email)
    await expectError('No address.')
    await expectState('idle')
    expect(call).not.toHaveBeenCalled()
  })

  it('leaves it to the server to check where its schema does not come', async () => {
    const call = await renderForm({ schema: () => new Promise(() => {}) })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await submit()
    expect(call).not.toHaveBeenCalled()
    await vi.runOnlyPendingTimersAsync()
    vi.useRealTimers()
    await expectState('sent')
    expect(call).toHaveBeenCalledExactlyOnceWith(initialValues)
  })

  it('leaves it to the server to check where its schema cannot be loaded, and loads it with the next submission', async () => {
    const schema = vi.fn<() => Promise<z.ZodType>>(async () => Email)
    schema.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    const call = await renderForm({ schema })
    await submit()
    await expectState('sent')
    expect(call).toHaveBeenCalledExactlyOnceWith(initialValues)
    await submit()
    await expectError('No address.')
    expect(call).toHaveBeenCalledTimes(1)
  })

  it('takes nothing that is typed or chosen while its call is in flight, and keeps the focus', async () => {
    const held = Promise.withResolvers<void>()
    const call = await renderForm()
    call.mockReturnValueOnce(held.promise)
    await email.fill('ada@example.com')
    await userEvent.keyboard('{Enter}')
    await expectState('busy')
    await userEvent.keyboard('.uk')
    await kind.selectOptions('operator')
    await expect.element(email).toHaveFocus()
    expect([email.element(), kind.element()]).toMatchObject([{ value: 'ada@example.com' }, { value: 'user' }])

    held.reject(new Error('No answer.'))
    await expectState('idle')
    await email.click()
    await userEvent.keyboard('{End}.uk')
    await expect.element(email).toHaveValue('ada@example.com.uk')
  })

  it('that stays after its call takes what is typed meanwhile, which is not saved yet', async () => {
    const held = Promise.withResolvers<void>()
    const call = await renderForm({ staysOpen: true })
    call.mockReturnValueOnce(held.promise)
    await email.fill('ada@example.com')
    await submit()
    await expectState('busy')
    await email.fill('grace@example.com')
    held.resolve()
    await expectState('sent')
    await expect.element(email).toHaveValue('grace@example.com')
    await expectChanges('unsaved')
    await submit()
    await expectChanges('none')
  })
})
