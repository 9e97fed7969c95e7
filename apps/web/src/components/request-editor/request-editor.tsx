import type { FieldErrors } from '@knockwire/domain/errors'
import { requestMethods, sendsBody } from '@knockwire/domain/requests/request-rules'
import { NativeSelect, PasswordInput, Switch, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { BodyField } from './body-field.tsx'
import { HeaderList } from './header-list.tsx'
import classes from './request-editor.module.css'
import { type RequestForm, withPassword } from './request-form.ts'
import { UrlField } from './url-field.tsx'
import { optionOf } from '../../lib/options.ts'

interface BasicAuthFieldsProps {
  form: RequestForm
  errors: FieldErrors
  onChange: (change: Partial<RequestForm>) => void
}

function BasicAuthFields({ form, errors, onChange }: BasicAuthFieldsProps) {
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
            // Unlike the other fields, this one does not set the attribute.
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

interface RequestOptionsProps {
  form: RequestForm
  onChange: (change: Partial<RequestForm>) => void
}

function RequestOptions({ form, onChange }: RequestOptionsProps) {
  return (
    <div className={classes.options}>
      <Switch
        label="Follow redirects"
        description="Up to 10, to the final answer."
        name="requestFollowRedirect"
        classNames={{ body: classes.switch ?? '' }}
        checked={form.requestFollowRedirect}
        onChange={({ currentTarget }) => onChange({ requestFollowRedirect: currentTarget.checked })}
      />
      <Switch
        label="Allow insecure certificates"
        description="For servers with a self-signed or expired certificate."
        name="requestAllowInsecureCerts"
        classNames={{ body: classes.switch ?? '' }}
        checked={form.requestAllowInsecureCerts}
        onChange={({ currentTarget }) => onChange({ requestAllowInsecureCerts: currentTarget.checked })}
      />
      {form.requestAllowInsecureCerts && (
        <p className={classes.warning}>
          <IconAlertTriangle size={16} aria-hidden />
          The server’s identity isn’t verified. Anyone on the network could read or change the request, including
          passwords.
        </p>
      )}
    </div>
  )
}

interface RequestEditorProps {
  form: RequestForm
  /** Under the fields' names. */
  errors: FieldErrors
  /** The fields that were edited, with their new values. */
  onChange: (change: Partial<RequestForm>) => void
  /** In the place of the plain body field, for methods that send one. */
  body?: ReactNode
}

/** What is called and how; for tasks, and for HTTP notifications. */
export function RequestEditor({ form, errors, onChange, body }: RequestEditorProps) {
  return (
    <div className={classes.editor}>
      <div className={classes.target}>
        <NativeSelect
          label="Method"
          name="requestMethod"
          data={requestMethods}
          value={form.requestMethod}
          onChange={({ currentTarget }) => onChange({ requestMethod: optionOf(requestMethods, currentTarget.value) })}
          error={errors['requestMethod']}
        />
        <UrlField form={form} error={errors['requestUrl']} onChange={onChange} />
      </div>
      <HeaderList
        rows={form.requestHeaders}
        error={errors['requestHeaders']}
        onChange={(requestHeaders) => onChange({ requestHeaders })}
      />
      {sendsBody(form.requestMethod) &&
        (body ?? (
          <BodyField
            body={form.requestBody}
            error={errors['requestBody']}
            onChange={(requestBody) => onChange({ requestBody })}
          />
        ))}
      <BasicAuthFields form={form} errors={errors} onChange={onChange} />
      <RequestOptions form={form} onChange={onChange} />
    </div>
  )
}
