import type { FieldErrors } from '@knockwire/domain/errors'
import { PasswordInput, Switch, TextInput } from '@mantine/core'
import classes from './request-editor.module.css'
import { withPassword, type RequestForm } from './request-form.ts'

interface BasicAuthFieldsProps {
  form: RequestForm
  errors: FieldErrors
  onChange: (change: Partial<RequestForm>) => void
}

export function BasicAuthFields({ form, errors, onChange }: BasicAuthFieldsProps) {
  const isEnabled = form.requestBasicAuthStatus === 'ENABLED'
  return (
    <div>
      <Switch
        label="Basic authentication"
        name="requestBasicAuthStatus"
        classNames={{ body: classes.switch ?? '' }}
        checked={isEnabled}
        onChange={({ currentTarget }) => onChange({ requestBasicAuthStatus: statusOf(currentTarget.checked) })}
      />
      {isEnabled && (
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
            visibilityToggleButtonProps={{ 'aria-label': 'Show what is typed', tabIndex: 0 }}
            placeholder={form.isPasswordStored ? 'Saved; type to replace' : ''}
            value={form.requestBasicAuthPassword ?? ''}
            error={errors['requestBasicAuthPassword']}
            // Unlike the other fields, this one does not say so by itself.
            aria-invalid={errors['requestBasicAuthPassword'] !== undefined || undefined}
            onChange={({ currentTarget }) => onChange(passwordChange(form, currentTarget.value))}
          />
        </div>
      )}
    </div>
  )
}

const statusOf = (isEnabled: boolean) => (isEnabled ? 'ENABLED' : 'DISABLED')

const passwordChange = (form: RequestForm, typed: string): Partial<RequestForm> => ({
  requestBasicAuthPassword: withPassword(form, typed).requestBasicAuthPassword,
})
