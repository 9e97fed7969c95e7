import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { schemaOf } from '../../lib/api/schemas.ts'
import { createSectionEditing } from '../../lib/editing/section-editing.ts'
import { type BeginEditing, useEditor } from '../../lib/editing/use-editor.ts'
import { type LazyCode, lazyCode } from '../../lib/navigation/lazy-code.ts'
import { ownerKind } from '../../lib/owners/owner-kind.ts'
import { server } from '../../testing/network.ts'
import { renderThemed } from '../../testing/render-themed.tsx'
import { EditableSection, useEditableSections } from './editable-section.tsx'

interface Sections {
  settings: { name: string }
}
interface Stored {
  id: string
  version: number
  name: string
}

const stored: Stored = { id: '1', version: 1, name: 'Tea' }
const sections = ['settings'] as const

const owner = ownerKind<Stored, { name: string }, never, never>({
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

const begin: BeginEditing<Sections, Stored> = (of) =>
  createSectionEditing({
    ...of,
    owner,
    sections,
    form: {
      valuesOf: ({ name }) => ({ settings: { name } }),
      toInput: (base, { settings }) => ({ name: settings?.name ?? base.name }),
      check: () => ({}),
      mergeFields: () => [],
    },
  })

function Settings({ form }: { form: LazyCode<BeginEditing<Sections, Stored>> }) {
  const editor = useEditor<Sections, Stored>({ kind: 'task', current: stored, sections, form })
  const within = useEditableSections(editor)
  return (
    <EditableSection
      {...{ editor, within }}
      section="settings"
      title="Settings"
      summary={<p>{stored.name}</p>}
      renderFields={({ bind }) => <input aria-label="Name" {...bind('name')} />}
    />
  )
}

it('a section whose editor cannot be loaded while the server is out of reach says so above what is read, and opens later', async () => {
  let isUp = false
  server.page('/healthz', () => (isUp ? new Response('ok') : Response.error()))
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await renderThemed(<Settings form={lazyCode(async () => begin)} />)
  await page.getByRole('button', { name: 'Edit' }).click()
  const message = page
    .getByRole('status')
    .filter({ hasText: 'The server can’t be reached. This part opens once it can.' })
  await expect.element(message).toBeVisible()
  await expect.element(page.getByText('Tea')).toBeVisible()

  isUp = true
  isOnline.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Tea')
  await expect.element(message).not.toBeInTheDocument()
})
