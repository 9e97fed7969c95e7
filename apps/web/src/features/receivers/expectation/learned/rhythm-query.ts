import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../../../lib/api/api-client.ts'
import { receiverKey } from '../../../../lib/api/query-keys.ts'
import { schemaOf } from '../../../../lib/api/schemas.ts'
import type { ExpectationForm } from '../expectation-form.ts'

type Choice = Pick<ExpectationForm, 'timezone' | 'hasActiveHours' | 'activeDays' | 'activeFrom' | 'activeUntil'>

/** Days and hours that are being typed count once they are whole. */
const searchOf = ({ timezone, hasActiveHours, activeDays, activeFrom, activeUntil }: Choice): string => {
  const search = new URLSearchParams({ timezone })
  if (hasActiveHours && activeDays !== '' && activeFrom !== '' && activeUntil !== '') {
    search.set('days', activeDays)
    search.set('from', activeFrom)
    search.set('until', activeUntil)
  }
  return search.toString()
}

/** What a receiver would learn by what is chosen in the form. */
export const learnedRhythmQuery = (receiverId: string, choice: Choice) => {
  const search = searchOf(choice)
  return queryOptions({
    queryKey: [...receiverKey(receiverId), 'learned-rhythm', search],
    queryFn: ({ signal }) =>
      api.get(
        `/api/v1/receivers/${encodeURIComponent(receiverId)}/heartbeat/rhythm?${search}`,
        schemaOf('LearnedRhythmView'),
        { signal },
      ),
    placeholderData: keepPreviousData,
  })
}
