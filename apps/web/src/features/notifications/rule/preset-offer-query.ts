import { contentTypeOf } from '@knockwire/domain/headers/read-headers'
import { presetOffer } from '@knockwire/domain/conditions/preset-offer'
import { nothingOffered, type PresetOffer } from '@knockwire/domain/conditions/presets'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api-client.ts'
import { ownerKey } from '../../../lib/api/query-keys.ts'
import { schemaOf } from '../../../lib/api/schemas.ts'
import type { NotificationOwner } from '../owner.ts'

/** What the task's latest execution with a response offers to begin a condition with. */
export const presetOfferQuery = (owner: NotificationOwner) =>
  queryOptions({
    queryKey: [...ownerKey(owner), 'preset-offer'],
    enabled: owner.kind === 'task',
    queryFn: async ({ signal }): Promise<PresetOffer> => {
      const path = `/api/v1/tasks/${encodeURIComponent(owner.id)}/executions`
      const { results } = await api.get(`${path}?size=1&status=SUCCEEDED`, schemaOf('ExecutionPage'), { signal })
      const [latest] = results
      if (latest === undefined) return nothingOffered
      const { responseTimeMs, response } = await api.get(`${path}/${latest.id}`, schemaOf('ExecutionWithPage'), {
        signal,
      })
      const isText = response !== null && response.body.encoding === 'text' && !response.body.isTruncated
      return presetOffer({
        responseTimeMs,
        body: isText ? response.body.content : null,
        contentType: response === null ? undefined : contentTypeOf(response.headers),
      })
    },
  })
