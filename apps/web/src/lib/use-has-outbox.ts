import { useQuery } from '@tanstack/react-query'

/** Whether this server delivers mail to a development outbox instead of sending it. */
export function useHasOutbox(): boolean {
  const { data } = useQuery({
    queryKey: ['has-outbox'],
    queryFn: async ({ signal }) => {
      const answer = await fetch('/dev/outbox.json?to=', { signal })
      return answer.ok && (answer.headers.get('content-type') ?? '').startsWith('application/json')
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return data ?? false
}
