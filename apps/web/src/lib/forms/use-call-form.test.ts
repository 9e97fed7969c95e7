import { act, type FormEvent } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { mountHook, stubBrowser } from '../../testing/mount.ts'
import { ApiError } from '../api/api-error.ts'
import { useCallForm } from './use-call-form.ts'

describe('a form of one call', () => {
  beforeEach(() => {
    stubBrowser()
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  const Email = z.object({ email: z.email('No address.') })
  const initialValues = { email: '' }

  type Options = Partial<Parameters<typeof useCallForm<typeof initialValues, unknown>>[0]>

  async function mountForm(options: Options) {
    const call = vi.fn<() => Promise<unknown>>(async () => undefined)
    const { result } = await mountHook(() => useCallForm({ initialValues, call, ...options }))
    return {
      call,
      shown: () => result.current,
      type: (email: string) => act(async () => result.current.form.getInputProps('email').onChange(email)),
      submit: () => act(async () => result.current.formProps.onSubmit(submission)),
    }
  }
  const submission = { preventDefault: () => {} } as unknown as FormEvent<HTMLFormElement>

  it('sends what its schema accepts, and shows beside its field what it rejects', async () => {
    const form = await mountForm({ schema: async () => Email })
    await form.type('ada')
    await form.submit()
    expect(form.shown().form.errors).toEqual({ email: 'No address.' })
    expect(form.call).not.toHaveBeenCalled()

    await form.type('ada@example.com')
    expect(form.shown().form.errors).toEqual({})
    await form.submit()
    expect(form.call).toHaveBeenCalledExactlyOnceWith({ email: 'ada@example.com' })
    expect(form.shown().send.isSuccess).toBe(true)
  })

  it('shows beside its field what the server rejects, and above the fields what is about none', async () => {
    const rejection = { status: 422, code: 'INVALID_FIELDS', message: 'Some values are invalid.' } as const
    const form = await mountForm({})
    form.call.mockRejectedValueOnce(new ApiError({ ...rejection, errors: { email: 'It is taken.' } }))
    await form.submit()
    expect([form.shown().form.errors, form.shown().problem]).toEqual([{ email: 'It is taken.' }, null])

    form.call.mockRejectedValueOnce(new ApiError(rejection))
    await form.submit()
    expect([form.shown().form.errors, form.shown().problem]).toEqual([{}, 'Some values are invalid.'])
  })

  it('shows beside its only field whatever the server rejects', async () => {
    const form = await mountForm({ only: { field: 'email', serverName: 'newEmail' } })
    form.call.mockRejectedValueOnce(new ApiError({ status: 429, code: 'RATE_LIMITED', message: 'Too many.' }))
    await form.submit()
    expect([form.shown().form.errors, form.shown().problem]).toEqual([{ email: 'Too many.' }, null])
  })

  it('is busy from its submission on while its schema is loaded, which then checks the latest values once', async () => {
    const loading = Promise.withResolvers<z.ZodType>()
    const form = await mountForm({ schema: () => loading.promise })
    await form.submit()
    expect(form.shown().send.isPending).toBe(true)
    await form.submit()
    await form.type('ada@example.com')
    expect(form.call).not.toHaveBeenCalled()

    await act(async () => loading.resolve(Email))
    expect(form.call).toHaveBeenCalledExactlyOnceWith({ email: 'ada@example.com' })
    expect(form.shown().send.isPending).toBe(false)
  })

  it('is no longer busy once its schema has come and rejects the submission', async () => {
    const loading = Promise.withResolvers<z.ZodType>()
    const form = await mountForm({ schema: () => loading.promise })
    await form.submit()
    await act(async () => loading.resolve(Email))
    expect(form.shown().form.errors).toEqual({ email: 'No address.' })
    expect(form.shown().send.isPending).toBe(false)
    expect(form.call).not.toHaveBeenCalled()
  })

  it('leaves it to the server to check where its schema does not come', async () => {
    const form = await mountForm({ schema: () => new Promise(() => {}) })
    await form.submit()
    expect(form.call).not.toHaveBeenCalled()
    await act(async () => vi.runOnlyPendingTimers())
    expect(form.call).toHaveBeenCalledExactlyOnceWith(initialValues)
    expect(form.shown().send.isPending).toBe(false)
  })

  it('leaves it to the server to check where its schema cannot be loaded, and loads it with the next submission', async () => {
    const schema = vi.fn<() => Promise<z.ZodType>>(async () => Email)
    schema.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    const form = await mountForm({ schema })
    await form.submit()
    expect(form.call).toHaveBeenCalledExactlyOnceWith(initialValues)
    await form.submit()
    expect(form.call).toHaveBeenCalledTimes(1)
    expect(form.shown().form.errors).toEqual({ email: 'No address.' })
  })
})
