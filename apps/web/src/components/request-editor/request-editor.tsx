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
import type { FieldGroup } from '../../lib/forms/field-group.ts'

// Most requests have neither: they are loaded where one has, or as it is turned on.
const BodyField = lazyPart(async () => (await import('./body-field.tsx')).BodyField)
const LoginFields = lazyPart(async () => (await import('./login-fields.tsx')).LoginFields)

interface RequestFieldsProps {
  fields: FieldGroup<RequestForm>
}

function BasicAuthFields({ fields }: RequestFieldsProps) {
  const isEnabled = fields.values.requestBasicAuthStatus === 'ENABLED'
  return (
    <div>
      <Switch
        label="Basic authentication"
        name="requestBasicAuthStatus"
        checked={isEnabled}
        onChange={(isOn) => fields.change({ requestBasicAuthStatus: statusOf(isOn) })}
      />
      {isEnabled && (
        <SectionBoundary section="The username and password">
          <Suspense fallback={<div className={classes.loginPlaceholder} />}>
            <LoginFields fields={fields} />
          </Suspense>
        </SectionBoundary>
      )}
    </div>
  )
}

const statusOf = (isEnabled: boolean) => (isEnabled ? 'ENABLED' : 'DISABLED')

function RequestOptions({ fields }: RequestFieldsProps) {
  return (
    <div className={classes.options}>
      <Switch
        label="Follow redirects"
        description="Follows up to 10 redirects."
        {...fields.bindSwitch('requestFollowRedirect')}
      />
      <Switch
        label="Allow insecure certificates"
        description="For servers with a self-signed or expired certificate."
        {...fields.bindSwitch('requestAllowInsecureCerts')}
      />
      {fields.values.requestAllowInsecureCerts && (
        <p className={classes.warning}>
          <IconAlertTriangle size={16} aria-hidden />
          The server’s identity isn’t verified. Anyone on the network could read or change the request, including
          passwords.
        </p>
      )}
    </div>
  )
}

interface RequestEditorProps extends RequestFieldsProps {
  /** In the place of the plain body field, for methods that send one. */
  body?: ReactNode
  /** Whether typing begins at its URL. */
  startsAtUrl?: boolean
}

/** What is called and how; for tasks, and for HTTP notifications. */
export function RequestEditor({ fields, body, startsAtUrl = false }: RequestEditorProps) {
  const { values: form, errors, change } = fields
  return (
    <div className={classes.editor}>
      <div className={classes.target}>
        <NativeSelect label="Method" data={requestMethods} {...fields.bind('requestMethod')} />
        <UrlField fields={fields} isStart={startsAtUrl} />
      </div>
      <HeaderList
        rows={form.requestHeaders}
        error={errors['requestHeaders']}
        onChange={(requestHeaders) => change({ requestHeaders })}
      />
      {sendsBody(form.requestMethod) &&
        (body ?? (
          <SectionBoundary section="The body">
            <Suspense fallback={<div className={classes.bodyPlaceholder} />}>
              <BodyField
                body={form.requestBody}
                error={errors['requestBody']}
                onChange={(requestBody) => change({ requestBody })}
              />
            </Suspense>
          </SectionBoundary>
        ))}
      <BasicAuthFields fields={fields} />
      <RequestOptions fields={fields} />
    </div>
  )
}
