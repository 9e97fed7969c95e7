import type { FieldErrors } from '@knockwire/domain/errors'
import { requestMethods, sendsBody } from '@knockwire/domain/requests/request-rules'
import { NativeSelect } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, Suspense } from 'react'
import { SectionBoundary } from '../ui/feedback/section-boundary.tsx'
import { Switch } from '../ui/fields/switch.tsx'
import { HeaderList } from './header-list.tsx'
import classes from './request-editor.module.css'
import type { RequestForm } from './request-form.ts'
import { UrlField } from './url-field.tsx'
import { lazyPart } from '../../lib/navigation/lazy-part.ts'
import { optionOf } from '../../lib/format/options.ts'

// Most requests have neither: they are loaded where one has, or as it is turned on.
const BodyField = lazyPart(async () => (await import('./body-field.tsx')).BodyField)
const LoginFields = lazyPart(async () => (await import('./login-fields.tsx')).LoginFields)

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
        checked={isEnabled}
        onChange={(isOn) => onChange({ requestBasicAuthStatus: statusOf(isOn) })}
      />
      {isEnabled && (
        <SectionBoundary section="The username and password">
          <Suspense fallback={<div className={classes.loginPlace} />}>
            <LoginFields form={form} errors={errors} onChange={onChange} />
          </Suspense>
        </SectionBoundary>
      )}
    </div>
  )
}

const statusOf = (isEnabled: boolean) => (isEnabled ? 'ENABLED' : 'DISABLED')

interface RequestOptionsProps {
  form: RequestForm
  onChange: (change: Partial<RequestForm>) => void
}

function RequestOptions({ form, onChange }: RequestOptionsProps) {
  return (
    <div className={classes.options}>
      <Switch
        label="Follow redirects"
        description="Follows up to 10 redirects."
        name="requestFollowRedirect"
        checked={form.requestFollowRedirect}
        onChange={(requestFollowRedirect) => onChange({ requestFollowRedirect })}
      />
      <Switch
        label="Allow insecure certificates"
        description="For servers with a self-signed or expired certificate."
        name="requestAllowInsecureCerts"
        checked={form.requestAllowInsecureCerts}
        onChange={(requestAllowInsecureCerts) => onChange({ requestAllowInsecureCerts })}
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
  /** Whether typing begins at its URL. */
  startsAtUrl?: boolean
}

/** What is called and how; for tasks, and for HTTP notifications. */
export function RequestEditor({ form, errors, onChange, body, startsAtUrl = false }: RequestEditorProps) {
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
        <UrlField form={form} error={errors['requestUrl']} onChange={onChange} isStart={startsAtUrl} />
      </div>
      <HeaderList
        rows={form.requestHeaders}
        error={errors['requestHeaders']}
        onChange={(requestHeaders) => onChange({ requestHeaders })}
      />
      {sendsBody(form.requestMethod) &&
        (body ?? (
          <SectionBoundary section="The body">
            <Suspense fallback={<div className={classes.bodyPlace} />}>
              <BodyField
                body={form.requestBody}
                error={errors['requestBody']}
                onChange={(requestBody) => onChange({ requestBody })}
              />
            </Suspense>
          </SectionBoundary>
        ))}
      <BasicAuthFields form={form} errors={errors} onChange={onChange} />
      <RequestOptions form={form} onChange={onChange} />
    </div>
  )
}
