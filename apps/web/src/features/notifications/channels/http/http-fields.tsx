import '../../../../theme/mantine-later-styles.ts'
import { requestLimits } from '@knockwire/domain/requests/request-rules'
import { Button, Code, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useConfirmation } from '../../../../components/confirmation/confirm-identity.tsx'
import { RequestEditor } from '../../../../components/request-editor/request-editor.tsx'
import { TemplateField } from '../../../../components/template-editor/template-field.tsx'
import { CopyButton } from '../../../../components/ui/fields/copy-button.tsx'
import { messageOf } from '../../../../lib/api/api-error.ts'
import type { ChannelFieldsProps } from '../channel.ts'
import { readSigningSecret } from '../channel-queries.ts'
import type { HttpForm } from './http.tsx'

/** A request like a task's, but that its body is a template. */
export const HttpFields = ({ fields, variables }: ChannelFieldsProps<HttpForm>) => (
  <>
    <RequestEditor
      fields={fields}
      body={
        <TemplateField
          label="Body"
          {...fields.bind('requestBody')}
          minRows={6}
          maxLength={requestLimits.bodyLength}
          description="If empty, the event is sent as JSON."
          variables={variables}
        />
      }
    />
    <SigningSecret />
  </>
)

/** How the called server verifies our calls; the secret is fetched only when it is shown. */
function SigningSecret() {
  const confirmation = useConfirmation()
  const secret = useMutation({ mutationFn: () => confirmation.run(readSigningSecret) })
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
        <Button variant="subtle" size="compact-sm" mt={4} loading={secret.isPending} onClick={() => secret.mutate()}>
          Show signing secret
        </Button>
      )}
      {secret.error && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {messageOf(secret.error)}
        </Text>
      )}
      {confirmation.dialog}
    </div>
  )
}
