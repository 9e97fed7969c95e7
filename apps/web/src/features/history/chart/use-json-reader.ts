import type { extractJson } from '@knockwire/domain/conditions/sources/json/extract-json'
import { useQuery } from '@tanstack/react-query'

export type ReadJson = typeof extractJson

/** Reads JSON paths out of bodies. Its libraries are fetched by those who plot a JSON path alone. */
export function useJsonReader(isNeeded: boolean) {
  const { data, isPending, isError } = useQuery({
    queryKey: ['json-reader'],
    queryFn: async () => ({
      read: (await import('@knockwire/domain/conditions/sources/json/extract-json')).extractJson,
    }),
    enabled: isNeeded,
    staleTime: Infinity,
    structuralSharing: false,
  })
  return { readJson: data?.read ?? null, isLoading: isNeeded && isPending, isError: isNeeded && isError }
}
