import { useSearchParams } from 'react-router'
import { findOption } from '../format/options.ts'

/** One parameter of an address. What the address does not name, or names wrongly, has its default. */
export interface AddressParam<T> {
  read(text: string | null): T
  /** Undefined leaves it out, as for the default: a plain page has a plain address. */
  write(value: T): string | undefined
}

export type AddressParams = Readonly<Record<string, AddressParam<unknown>>>
export type AddressState<P extends AddressParams> = {
  [Name in keyof P]: P[Name] extends AddressParam<infer T> ? T : never
}

const maxPage = 100_000

/** Counts from 1 in the address, and from 0 in the code and the API. */
export const pageParam: AddressParam<number> = {
  read: (text) => {
    const page = Number(text ?? 1)
    return Number.isInteger(page) && page >= 1 && page <= maxPage ? page - 1 : 0
  },
  write: (page) => (page === 0 ? undefined : String(page + 1)),
}

/** Cut where the API would reject it. */
export const searchParam: AddressParam<string> = {
  read: (text) => (text ?? '').slice(0, 200),
  write: (text) => text || undefined,
}

/** One of some words, which an address has in lower case. */
export const optionParam = <T extends string>(options: readonly T[]): AddressParam<T | undefined> => ({
  read: (text) => findOption(options, text?.toUpperCase()),
  write: (option) => option?.toLowerCase(),
})

/** A text that has to pass a test. */
export const textParam = <T extends string = string>(
  isValid: (text: string) => boolean = (text) => text !== '',
): AddressParam<T | undefined> => ({
  read: (text) => (text !== null && isValid(text) ? (text as T) : undefined),
  write: (text) => text || undefined,
})

export function readAddress<P extends AddressParams>(params: P, search: URLSearchParams): AddressState<P> {
  const entries = Object.entries(params).map(([name, param]) => [name, param.read(search.get(name))])
  return Object.fromEntries(entries) as AddressState<P>
}

/** The query of an address with this state. Of `present`, the query as it is, what belongs to others stays. */
export function writeAddress<P extends AddressParams>(
  params: P,
  state: Partial<AddressState<P>>,
  present: URLSearchParams = new URLSearchParams(),
): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, param] of Object.entries(params)) {
    const text = name in state ? param.write(state[name]) : undefined
    if (text !== undefined) query.set(name, text)
  }
  for (const [name, value] of present) if (!(name in params)) query.append(name, value)
  return query
}

/** What the address says of a page, and how to change it. A saved view is such an address. */
export function useAddressState<P extends AddressParams>(params: P) {
  const [search, setSearch] = useSearchParams()
  const state = readAddress(params, search)
  const change = (changes: Partial<AddressState<P>>, { replace }: { replace: boolean }) =>
    setSearch(writeAddress(params, { ...state, ...changes }, search), { replace })
  return [state, change] as const
}
