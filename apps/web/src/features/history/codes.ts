import { readFilters } from './history-address.ts'

/** What somebody typed as codes, as the API takes it; null where it names none. */
export function codesOf(typed: string): string | null {
  const code = typed
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((one) => one !== '')
    .map((one) => (/^[1-9]$/.test(one) ? `${one}xx` : one))
    .join(',')
  return readFilters(new URLSearchParams({ code })).code ?? null
}
