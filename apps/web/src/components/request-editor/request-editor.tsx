import { RequestMethod, sendsBody } from '@knockwire/domain/requests/request-target'
import type { FieldErrors } from '@knockwire/domain/errors'
import { NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { BasicAuthFields } from './basic-auth-fields.tsx'
import { BodyField } from './body-field.tsx'
import { HeaderList } from './header-list.tsx'
import type { RequestForm } from './request-form.ts'
import { RequestOptions } from './request-options.tsx'
import classes from './request-editor.module.css'
import { UrlField } from './url-field.tsx'

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
          data={RequestMethod.options}
          value={form.requestMethod}
          onChange={({ currentTarget }) => onChange({ requestMethod: RequestMethod.parse(currentTarget.value) })}
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
