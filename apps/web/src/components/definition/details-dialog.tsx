import '../../theme/mantine-later-styles.ts'
import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import type { TaskView } from '@knockwire/domain/tasks/task'
import { Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api/api-client.ts'
import { useCallForm } from '../../lib/forms/use-call-form.ts'
import { loadFormSchemas } from '../../lib/api/schemas.ts'
import { snackbar } from '../../lib/browser/snackbar.ts'
import { DialogForm } from '../confirmation/dialog-form.tsx'
import { FormModal, useUnsavedForm } from '../overlays/form-modal.tsx'
import type { DefinedObject } from './yaml-query.ts'

interface DetailsDialogProps extends Pick<DefinedObject, 'kind'> {
  shown: Pick<TaskView | ReceiverView, 'id' | 'description' | 'labels'>
  opened: boolean
  onClose: () => void
}

export function DetailsDialog({ opened, onClose, ...of }: DetailsDialogProps) {
  return (
    <FormModal opened={opened} onClose={onClose} title="Description and labels" closeOnClickOutside={false}>
      <DetailsForm onClose={onClose} {...of} />
    </FormModal>
  )
}

/** `labels`: as they are typed, `name: value`, one a line. */
type Values = { description: string; labels: string }

const linesOfLabels = (labels: Readonly<Record<string, string>>): string =>
  Object.entries(labels)
    .map(([name, value]) => (value === '' ? name : `${name}: ${value}`))
    .join('\n')

function DetailsForm({ kind, shown, onClose }: Omit<DetailsDialogProps, 'opened'>) {
  const client = useQueryClient()
  const { form, send, formProps, problem } = useCallForm<Values, void>({
    initialValues: { description: shown.description ?? '', labels: linesOfLabels(shown.labels) },
    schema: async () => (await loadFormSchemas()).DetailsInput,
    call: async (values) => {
      const { DetailsInput } = await loadFormSchemas()
      // Members of a merge patch that are null are removed: so are labels that are left out.
      const { description, labels } = DetailsInput.parse(values)
      const removed = Object.fromEntries(Object.keys(shown.labels).map((name) => [name, null]))
      await api.patch(`/api/v1/${kind}s/${shown.id}`, { description, labels: { ...removed, ...labels } })
    },
    onSuccess: () => {
      snackbar.info('Saved')
      onClose()
      return client.invalidateQueries()
    },
  })
  useUnsavedForm(form.isDirty() ? 'The description and labels that you are editing are not saved.' : null)
  return (
    <DialogForm
      formProps={formProps}
      problem={problem}
      submitLabel="Save"
      isSending={send.isPending}
      onCancel={onClose}
    >
      <Textarea
        label="Description"
        description="Markdown. What it watches, and what to do when it fails."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autosize
        minRows={4}
        maxRows={12}
        maxLength={10_000}
        data-autofocus
        {...form.getInputProps('description')}
      />
      <Textarea
        label="Labels"
        description="One per line, such as team: shop."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autosize
        minRows={2}
        maxRows={20}
        spellCheck={false}
        {...form.getInputProps('labels')}
      />
    </DialogForm>
  )
}
