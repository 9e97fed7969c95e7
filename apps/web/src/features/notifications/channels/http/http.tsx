import { http as definition } from '@knockwire/domain/channels/http/http'
import type { PreviewField } from '@knockwire/domain/notifications/preview'
import {
  defaultRequestTarget,
  requestLimits,
  sendsBody,
  type RequestTargetInput,
  type RequestTargetView,
} from '@knockwire/domain/requests/request-target'
import { IconWebhook } from '@tabler/icons-react'
import { RequestEditor } from '../../../../components/request-editor/request-editor.tsx'
import { requestFormOf, toRequestTarget, type RequestForm } from '../../../../components/request-editor/request-form.ts'
import { TemplateField } from '../../../../components/template-editor/template-field.tsx'
import { defineChannel, type ChannelFieldsProps, type ChannelPreviewProps } from '../channel.ts'
import { PreviewHint, RenderedText } from '../rendered-text.tsx'
import classes from './http.module.css'
import { SigningSecret } from './signing-secret.tsx'

interface HttpForm extends RequestForm {
  type: 'HTTP'
}

/** A request like a task's, but that its body is a template. */
const HttpFields = ({ form, errors, variables, onChange }: ChannelFieldsProps<HttpForm>) => (
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

const HttpPreview = ({ form, texts }: ChannelPreviewProps<HttpForm>) => (
  <div className={classes.request} data-preview={'requestBody' satisfies PreviewField}>
    <div className={classes.target}>
      {form.requestMethod} {form.requestUrl}
    </div>
    <PreviewBody form={form} texts={texts} />
  </div>
)

function PreviewBody({ form, texts }: ChannelPreviewProps<HttpForm>) {
  if (!sendsBody(form.requestMethod)) return <PreviewHint>A {form.requestMethod} request has no body.</PreviewHint>
  if (form.requestBody === '') return <PreviewHint>The event itself, as JSON.</PreviewHint>
  return <RenderedText text={texts.requestBody} />
}

export const http = defineChannel<HttpForm>({
  icon: IconWebhook,
  newForm: () => ({
    type: 'HTTP',
    ...requestFormOf({
      ...defaultRequestTarget,
      // Shown, and sent, once a method that has a body is chosen.
      body: definition.defaultTemplates.task.requestBody,
      basicAuth: { ...defaultRequestTarget.basicAuth, passwordSet: false },
    }),
  }),
  formOf: ({ target }: { target: RequestTargetView }) => ({ type: 'HTTP', ...requestFormOf(target) }),
  toSetting: (form): { target: RequestTargetInput } => ({ target: toRequestTarget(form) }),
  Fields: HttpFields,
  Preview: HttpPreview,
})
