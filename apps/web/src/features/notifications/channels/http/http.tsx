import { http as definition, SigningSecretView } from '@knockwire/domain/channels/http/http'
import type { PreviewField } from '@knockwire/domain/notifications/preview'
import {
  defaultRequestTarget,
  requestLimits,
  type RequestTargetInput,
  type RequestTargetView,
  sendsBody,
} from '@knockwire/domain/requests/request-target'
import { IconWebhook } from '@tabler/icons-react'
import { Button, Code, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RequestEditor } from '../../../../components/request-editor/request-editor.tsx'
import { type RequestForm, requestFormOf, toRequestTarget } from '../../../../components/request-editor/request-form.ts'
import { TemplateField } from '../../../../components/template-editor/template-field.tsx'
import { type ChannelFieldsProps, type ChannelPreviewProps, defineChannel } from '../channel.ts'
import { PreviewHint, RenderedText } from '../rendered-text.tsx'
import { CopyButton } from '../../../../components/ui/copy-button.tsx'
import { api } from '../../../../lib/api-client.ts'
import { messageOf } from '../../../../lib/api-error.ts'

import { requestMergeFields } from '../../../../components/request-editor/request-merge.ts'
import classes from './http.module.css'

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
          description="If empty, the event is sent as JSON."
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
  mergeFields: requestMergeFields<HttpForm>(),
  toSetting: (form): { target: RequestTargetInput } => ({ target: toRequestTarget(form) }),
  Fields: HttpFields,
  Preview: HttpPreview,
})

/** How the called server verifies our calls; the secret is fetched only when it is shown. */
function SigningSecret() {
  const [isShown, setShown] = useState(false)
  const secret = useQuery({
    queryKey: ['signing-secret'],
    enabled: isShown,
    staleTime: Infinity,
    gcTime: 0,
    queryFn: ({ signal }) => api.get('/api/v1/notifications/signing-secret', SigningSecretView, { signal }),
  })
  return (
    <div>
      <Text size="xs" c="dimmed" mt="sm">
        Calls are signed per Standard Webhooks (webhook-id, webhook-timestamp and webhook-signature).
      </Text>
      {secret.data ? (
        <Group gap="xs" wrap="nowrap" mt={4}>
          <Code style={{ overflowWrap: 'anywhere' }}>{secret.data.secret}</Code>
          <CopyButton value={secret.data.secret} label="Copy signing secret" />
        </Group>
      ) : (
        <Button variant="subtle" size="compact-sm" mt={4} loading={secret.isFetching} onClick={() => setShown(true)}>
          Show signing secret
        </Button>
      )}
      {secret.error && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {messageOf(secret.error)}
        </Text>
      )}
    </div>
  )
}
