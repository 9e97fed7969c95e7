import '../../../theme/mantine-later-styles.ts'
import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { DialogForm } from '../../../components/confirmation/dialog-form.tsx'
import { FormModal, useUnsavedForm } from '../../../components/overlays/form-modal.tsx'
import { PasswordField } from '../../../components/ui/fields/password-field.tsx'
import { api } from '../../../lib/api/api-client.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import { useCallForm } from '../../../lib/forms/use-call-form.ts'
import { loadFormSchemas } from '../../../lib/api/schemas.ts'
import { snackbar } from '../../../lib/browser/snackbar.ts'
import { secretsQuery } from '../queries.ts'

interface SecretDialogProps {
  opened: boolean
  /** Of the secret whose value is replaced; empty for a new one. */
  name: string
  onClose: () => void
}

export function SecretDialog({ opened, name, onClose }: SecretDialogProps) {
  return (
    <FormModal
      opened={opened}
      onClose={onClose}
      title={name === '' ? 'Add secret' : `Replace the value of ${name}`}
      closeOnClickOutside={false}
    >
      <SecretForm name={name} onClose={onClose} />
    </FormModal>
  )
}

type Values = { name: string; value: string }

/** A value that calls use is not replaced by somebody who meant to add another one. */
const alreadyStored = (name: string) => {
  const message = `A secret named ${name} already exists. Replace its value in the list.`
  return new ApiError({ status: 422, code: 'INVALID_FIELDS', message, errors: { name: message } })
}

function SecretForm({ name, onClose }: Omit<SecretDialogProps, 'opened'>) {
  const client = useQueryClient()
  const isNew = name === ''
  const { form, send, formProps, problem } = useCallForm<Values, void>({
    initialValues: { name, value: '' },
    schema: async () => (await loadFormSchemas()).StoreSecretInput,
    call: async (values) => {
      const stored = await client.ensureQueryData(secretsQuery)
      if (isNew && stored.results.some((secret) => secret.name === values.name)) throw alreadyStored(values.name)
      await api.put(`/api/v1/secrets/${encodeURIComponent(values.name)}`, { value: values.value })
    },
    onSuccess: (_, values) => {
      snackbar.info(isNew ? `Secret ${values.name} stored` : `The value of ${values.name} was replaced`)
      onClose()
      return client.invalidateQueries({ queryKey: secretsQuery.queryKey })
    },
  })
  useUnsavedForm(form.isDirty() ? 'The secret that you are entering is not stored. It will be lost.' : null)
  return (
    <DialogForm
      formProps={formProps}
      problem={problem}
      hint={isNew ? undefined : 'Calls that begin from now on use the new value.'}
      submitLabel={isNew ? 'Store secret' : 'Replace value'}
      isSending={send.isPending}
      onCancel={onClose}
    >
      {isNew && (
        <TextInput
          label="Name"
          description="Letters, digits and underscores, for example ALERTS_TOKEN."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          {...form.getInputProps('name')}
        />
      )}
      <PasswordField
        label="Value"
        visibilityToggleButtonProps={{ 'aria-label': 'Show value', size: 40, tabIndex: 0 }}
        autoComplete="off"
        {...(!isNew && { 'data-autofocus': true })}
        {...form.getInputProps('value')}
      />
    </DialogForm>
  )
}
