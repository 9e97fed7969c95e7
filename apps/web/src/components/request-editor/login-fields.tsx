import type { FieldErrors } from '@knockwire/domain/errors'
import { PasswordInput, TextInput } from '@mantine/core'
import classes from './request-editor.module.css'
import { type RequestForm, withPassword } from './request-form.ts'

interface LoginFieldsProps {
  form: RequestForm
  errors: FieldErrors
  onChange: (change: Partial<RequestForm>) => void
}

/** The username and password of basic authentication. */
export function LoginFields({ form, errors, onChange }: LoginFieldsProps) {
  return (
    <div className={classes.pair}>
      <TextInput
        label="Username"
        name="requestBasicAuthUsername"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={form.requestBasicAuthUsername}
        error={errors['requestBasicAuthUsername']}
        onChange={({ currentTarget }) => onChange({ requestBasicAuthUsername: currentTarget.value })}
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
        onChange={({ currentTarget }) => onChange(passwordChange(form, currentTarget.value))}
      />
    </div>
  )
}

const passwordChange = (form: RequestForm, typed: string): Partial<RequestForm> => ({
  requestBasicAuthPassword: withPassword(form, typed).requestBasicAuthPassword,
})
