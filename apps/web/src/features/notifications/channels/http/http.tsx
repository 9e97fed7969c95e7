import { http as definition } from '@knockwire/domain/channels/http/http'
import type { PreviewField } from '@knockwire/domain/notifications/preview'
import type { RequestTargetInput, RequestTargetView } from '@knockwire/domain/requests/request-target'
import { defaultRequestTarget, sendsBody } from '@knockwire/domain/requests/request-rules'
import { IconWorldUpload } from '@tabler/icons-react'
import { Text } from '@mantine/core'
import { type RequestForm, requestFormOf, toRequestTarget } from '../../../../components/request-editor/request-form.ts'
import { type ChannelPreviewProps, defineChannel, lazyFields } from '../channel.ts'
import { PreviewHint, RenderedText } from '../rendered-text.tsx'
import { requestMergeFields } from '../../../../components/request-editor/request-merge.ts'
import classes from './http.module.css'

export interface HttpForm extends RequestForm {
  type: 'HTTP'
}

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
  const text = texts.requestBody?.text ?? null
  const problem = text === null || !declaresJson(form) ? null : jsonProblem(text)
  return (
    <>
      <RenderedText text={texts.requestBody} />
      {problem !== null && (
        <Text size="sm" c="var(--kw-warn-text)" mt={8} role="status">
          Content-Type says JSON, but this body is not valid JSON: {problem}
        </Text>
      )}
    </>
  )
}

const declaresJson = ({ requestHeaders }: HttpForm): boolean =>
  requestHeaders.some(
    ({ name, value }) => name.trim().toLowerCase() === 'content-type' && /[/+]json\s*(;|$)/i.test(value.trim()),
  )

/** Why a text is not JSON; null where it is. */
function jsonProblem(text: string): string | null {
  try {
    JSON.parse(text)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : 'it cannot be read'
  }
}

export const http = defineChannel<HttpForm>({
  icon: IconWorldUpload,
  newForm: ({ ownerKind }) => ({
    type: 'HTTP',
    ...requestFormOf({
      ...defaultRequestTarget,
      // Shown, and sent, once a method that has a body is chosen.
      body: definition.defaultTemplates[ownerKind].requestBody,
      basicAuth: { ...defaultRequestTarget.basicAuth, passwordSet: false },
    }),
  }),
  formOf: ({ target }: { target: RequestTargetView }) => ({ type: 'HTTP', ...requestFormOf(target) }),
  mergeFields: requestMergeFields<HttpForm>(),
  toSetting: (form): { target: RequestTargetInput } => ({ target: toRequestTarget(form) }),
  Fields: lazyFields(async () => (await import('./http-fields.tsx')).HttpFields),
  Preview: HttpPreview,
})
