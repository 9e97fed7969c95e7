import type { ChartSource, ChartView, UpdateChartInput } from '@knockwire/domain/charts/chart'
import { bookmarkSources } from '@knockwire/domain/charts/chart-sources'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { DialogForm } from '../../../../components/confirmation/dialog-form.tsx'
import { FormModal, useUnsavedForm } from '../../../../components/overlays/form-modal.tsx'
import { findOption } from '../../../../lib/format/options.ts'
import { messageOf } from '../../../../lib/api/api-error.ts'
import { loadFormSchemas } from '../../../../lib/api/schemas.ts'
import { useCallForm } from '../../../../lib/forms/use-call-form.ts'
import { useDeleteBookmark, useSaveBookmark } from './bookmark-queries.ts'
import { bookmarkSourceOptions } from '../chart-controls.tsx'

interface BookmarkDialogProps {
  taskId: string
  /** Null: a new one. */
  bookmark: ChartView | null
  /** What the chart shows now: where a new bookmark starts from. */
  suggestion: { source: ChartSource; property: string }
  onSaved: (chart: ChartView) => void
  onClose: () => void
}

const startValues = ({ bookmark, suggestion }: BookmarkDialogProps): UpdateChartInput => {
  if (bookmark) return { name: bookmark.name, source: bookmark.source, property: bookmark.property }
  const source = findOption(bookmarkSources, suggestion.source) ?? 'response_time'
  return { name: '', source, property: suggestion.property }
}

/** A property is only looked for in a JSON body. */
const inputOf = (values: UpdateChartInput): UpdateChartInput => ({
  ...values,
  property: values.source === 'response_body_json' ? values.property.trim() : '',
})

/** "Add bookmark" and "Edit bookmark". */
export const BookmarkDialog = (props: BookmarkDialogProps) => (
  <FormModal opened onClose={props.onClose} title={props.bookmark ? 'Edit bookmark' : 'Add bookmark'}>
    <BookmarkForm {...props} />
  </FormModal>
)

function BookmarkForm(props: BookmarkDialogProps) {
  const { taskId, bookmark, onSaved, onClose } = props
  const save = useSaveBookmark(taskId, bookmark?.id)
  const { form, send, formProps, problem } = useCallForm({
    initialValues: startValues(props),
    schema: async () => (await loadFormSchemas()).UpdateChartInput,
    toInput: inputOf,
    call: (values) => save(inputOf(values)),
    onSuccess: (chart) => {
      onSaved(chart)
      onClose()
    },
  })
  const remove = useDeleteBookmark(taskId)
  useUnsavedForm(form.isDirty() ? 'The bookmark that you are editing is not saved. It will be lost.' : null)

  return (
    <DialogForm
      formProps={formProps}
      problem={problem ?? (remove.isError ? messageOf(remove.error) : null)}
      submitLabel="Save"
      isSending={send.isPending}
      isReady={!remove.isPending}
      otherAction={
        bookmark && (
          <Button
            variant="subtle"
            color="var(--kw-bad-text)"
            mr="auto"
            loading={remove.isPending}
            disabled={send.isPending}
            onClick={() => remove.mutate(bookmark.id, { onSuccess: onClose })}
          >
            Delete
          </Button>
        )
      }
      onCancel={onClose}
    >
      <TextInput label="Name" data-autofocus maxLength={100} {...form.getInputProps('name')} />
      <NativeSelect label="Source" data={bookmarkSourceOptions} {...form.getInputProps('source')} />
      {form.values.source === 'response_body_json' && (
        <TextInput
          label="Property"
          description="The JSON path of a number in the body, such as $.items[0].price"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('property')}
        />
      )}
    </DialogForm>
  )
}
