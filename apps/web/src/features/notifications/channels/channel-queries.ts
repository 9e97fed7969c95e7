import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api-client.ts'
import { schemaOf } from '../../../lib/api/schemas.ts'

/** Fetched only where it is shown, and not remembered. */
export const readSigningSecret = () => api.get('/api/v1/notifications/signing-secret', schemaOf('SigningSecretView'))

export const slackChannelsQuery = queryOptions({
  queryKey: ['slack-channels'],
  queryFn: ({ signal }) => api.get('/api/v1/integrations/slack/channels', schemaOf('SlackChannelList'), { signal }),
  staleTime: 0,
})
