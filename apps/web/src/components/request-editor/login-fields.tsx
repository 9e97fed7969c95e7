import { PasswordInput, TextInput } from '@mantine/core'
import type { FieldGroup } from '../../lib/forms/field-group.ts'
import classes from './request-editor.module.css'
import { type RequestForm, withPassword } from './request-form.ts'

interface LoginFieldsProps {
  fields: FieldGroup<RequestForm>
}

/** The username and password of basic authentication. */
export function LoginFields({ fields }: LoginFieldsProps) {
  const { values: form, errors } = fields
  return (
    <div className={classes.pair}>
      <TextInput
        label="Username"
        {...fields.bind('requestBasicAuthUsername')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordInput
        label="Password"
        name="requestBasicAuthPassword"
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
        placeholder={form.isPasswordStored ? 'Saved. Type to replace it.' : ''}
        value={form.requestBasicAuthPassword ?? ''}
        error={errors['requestBasicAuthPassword']}
        // Unlike the other fields, this one does not set the attribute.
        aria-invalid={errors['requestBasicAuthPassword'] !== undefined || undefined}
        onChange={({ currentTarget }) => fields.change(passwordChange(form, currentTarget.value))}
      />
    </div>
  )
}

const passwordChange = (form: RequestForm, typed: string): Partial<RequestForm> => ({
  requestBasicAuthPassword: withPassword(form, typed).requestBasicAuthPassword,
})
