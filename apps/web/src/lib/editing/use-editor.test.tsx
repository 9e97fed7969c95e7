import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { schemaOf } from '../api/schemas.ts'
import { queryClient } from '../api/query-client.ts'
import { ownerKind } from '../owners/owner-kind.ts'
import type { EditedForm } from './edited-form.ts'
import { lazyCode } from '../navigation/lazy-code.ts'
import { createSectionEditing } from './section-editing.ts'
import { type BeginEditing, useEditor } from './use-editor.ts'

interface Values {
  request: { requestUrl: string }
  schedule: { cronExpression: string }
}
interface Stored {
  id: string
  version: number
  url: string
  cron: string
}

const current: Stored = { id: '1', version: 1, url: 'https://example.com/', cron: '* * * * *' }
const sections = ['request', 'schedule'] as const

const form: EditedForm<Values, Stored, { url: string; cron: string }> = {
  valuesOf: ({ url, cron }) => ({ request: { requestUrl: url }, schedule: { cronExpression: cron } }),
  toInput: (base, { request, schedule }) => ({
    url: request?.requestUrl ?? base.url,
    cron: schedule?.cronExpression ?? base.cron,
  }),
  check: () => ({}),
  mergeFields: () => [],
}
const owner = ownerKind<Stored, { url: string; cron: string }, never, never>({
  kind: 'task',
  view: schemaOf('TaskView') as never,
  page: schemaOf('TaskPage') as never,
  drafts: schemaOf('DraftList') as never,
  draftTitle: () => '',
  draftCall: '',
  listPath: '',
  draftPath: () => '',
  deletedWith: 'history',
  missingHint: '',
  settingsShape: [],
})

async function render() {
  const loading = Promise.withResolvers<BeginEditing<Values, Stored>>()
  const code = lazyCode(() => loading.promise)
  const { result, act } = await renderHook(
    () => useEditor<Values, Stored>({ kind: 'task', current, sections, form: code }),
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      ),
    },
  )
  const load = () =>
    act(async () => loading.resolve((page) => createSectionEditing({ ...page, owner, sections, form })))
  return { result, act, load }
}

it('every section that is edited, or in which something is wrong, is open once the form has been loaded', async () => {
  const { result, act, load } = await render()
  await act(() => result.current.edit('request'))
  await act(() => result.current.show({ cronExpression: 'Not an expression.' }))
  expect(result.current.stateOf('request')).toBe('opening')
  await load()
  await expect.poll(() => result.current.stateOf('request')).toBe('edit')
  expect(result.current.stateOf('schedule')).toBe('edit')
  expect(result.current.errors).toEqual({ cronExpression: 'Not an expression.' })
  expect(result.current.isDirty).toBe(false)
})

it('Cancel while the form is being loaded closes its own section, and the others are opened', async () => {
  const { result, act, load } = await render()
  await act(() => result.current.edit('request'))
  await act(() => result.current.edit('schedule'))
  await act(() => result.current.cancel('request'))
  expect(result.current.stateOf('request')).toBe('read')
  await load()
  await expect.poll(() => result.current.stateOf('schedule')).toBe('edit')
  expect(result.current.stateOf('request')).toBe('read')
})

it('the page is rendered with what is typed, and a section that is given up is read again without its errors', async () => {
  const { result, act, load } = await render()
  await load()
  await act(() => result.current.edit('request'))
  await expect.poll(() => result.current.stateOf('request')).toBe('edit')
  await act(() => result.current.fieldsOf('request')?.change({ requestUrl: 'x' }))
  expect(result.current.values).toEqual({ request: { requestUrl: 'x' } })
  expect(result.current.isDirty).toBe(true)
  await act(() => result.current.show({ requestUrl: 'Not a URL.' }))
  await act(() => result.current.cancel('request'))
  expect([result.current.values, result.current.errors]).toEqual([{}, {}])
})
