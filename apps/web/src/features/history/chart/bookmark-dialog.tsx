import { BookmarkSource, type ChartSource, type ChartView, type UpdateChartInput } from '@knockwire/domain/charts/chart'
import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Modal } from '../../../components/overlays/modal.tsx'
import { fieldErrorsIn, messageOf } from '../../../lib/api-error.ts'
import { useDeleteBookmark, useSaveBookmark } from './bookmark-queries.ts'
import { bookmarkSourceOptions } from './chart-controls.tsx'

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
  const source = BookmarkSource.safeParse(suggestion.source)
  return { name: '', source: source.success ? source.data : 'response_time', property: suggestion.property }
}

/** "Add bookmark" and "Edit bookmark". */
export const BookmarkDialog = (props: BookmarkDialogProps) => {
  const { taskId, bookmark, onSaved, onClose } = props
  const form = useForm<UpdateChartInput>({ initialValues: startValues(props) })
  const save = useSaveBookmark(taskId, bookmark?.id)
  const remove = useDeleteBookmark(taskId)
  const isBusy = save.isPending || remove.isPending
  const failure = save.error ?? remove.error

  const submit = form.onSubmit((values) => {
    const property = values.source === 'response_body_json' ? values.property.trim() : ''
    save.mutate(
      { ...values, property },
      {
        onSuccess: (chart) => {
          onSaved(chart)
          onClose()
        },
        onError: (error) => form.setErrors(fieldErrorsIn(error) ?? {}),
      },
    )
  })

  return (
    <Modal opened onClose={onClose} title={bookmark ? 'Edit bookmark' : 'Add bookmark'}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label="Name"
            data-autofocus
            maxLength={100}
            key={form.key('name')}
            {...form.getInputProps('name')}
          />
          <NativeSelect label="Source" data={bookmarkSourceOptions} {...form.getInputProps('source')} />
          {form.values.source === 'response_body_json' && (
            <TextInput
              label="Property"
              description="The JSON path of a number in the body, such as $.items[0].price"
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              {...form.getInputProps('property')}
            />
          )}
          {failure && fieldErrorsIn(failure) === null && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {messageOf(failure)}
            </Text>
          )}
          <Group justify="space-between">
            {bookmark ? (
              <Button
                variant="subtle"
                color="var(--kw-bad-text)"
                loading={remove.isPending}
                disabled={isBusy}
                onClick={() => remove.mutate(bookmark.id, { onSuccess: onClose })}
              >
                Delete
              </Button>
            ) : (
              <span />
            )}
            <Group gap="xs">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" loading={save.isPending} disabled={isBusy}>
                Save
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
