import { Button, Code, Group, Text } from '@mantine/core'
import { SigningSecretView } from '@knockwire/domain/channels/http/http'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CopyButton } from '../../../../components/ui/copy-button.tsx'
import { api } from '../../../../lib/api-client.ts'
import { messageOf } from '../../../../lib/api-error.ts'

/** How the called server verifies our calls; the secret is fetched only when it is shown. */
export function SigningSecret() {
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
        Each call is signed by Standard Webhooks: the headers webhook-id, webhook-timestamp and webhook-signature.
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
