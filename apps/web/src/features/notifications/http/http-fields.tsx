import { requestLimits } from '@knockwire/domain/requests/request-target'
import { RequestEditor } from '../../../components/request-editor/request-editor.tsx'
import { TemplateField } from '../../../components/template-editor/template-field.tsx'
import { SigningSecret } from './signing-secret.tsx'
import type { HttpForm } from '../form/action-form.ts'
import type { ActionFieldsProps } from '../form/field-props.ts'

/** A request like a task's, but that its body is a template. */
export function HttpFields({ form, errors, variables, onChange }: ActionFieldsProps<HttpForm>) {
  return (
    <>
      <RequestEditor
        form={form}
        errors={errors}
        onChange={onChange}
        body={
          <TemplateField
            label="Body"
            name="requestBody"
            minRows={6}
            maxLength={requestLimits.bodyLength}
            description="Left empty, the event itself is sent as JSON."
            value={form.requestBody}
            error={errors['requestBody']}
            variables={variables}
            onChange={(requestBody) => onChange({ requestBody })}
          />
        }
      />
      <SigningSecret />
    </>
  )
}
