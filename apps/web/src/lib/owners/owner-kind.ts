import type { DeletedManyView } from '@knockwire/domain/delete-many'
import { api, type CallOptions } from '../api/api-client.ts'
import type { Owner } from '../api/query-keys.ts'
import { type LoadSchema, schemaOf } from '../api/schemas.ts'

/** What was begun and not created. */
export interface DraftItem {
  id: string
  /** What it is called. */
  title: string
  updatedAt: string
}

type ReadDraft = Pick<DraftItem, 'id' | 'updatedAt'>

/** What differs between the kinds of owners in what is asked of the API, and in what they are called. */
interface OwnerDescription<View, Page, Draft extends ReadDraft> {
  kind: Owner['kind']
  view: LoadSchema<View>
  page: LoadSchema<Page>
  drafts: LoadSchema<{ results: Draft[] }>
  draftTitle: (draft: Draft) => string
  /** The call that makes an empty draft. */
  draftCall: string
  listPath: string
  /** Where a draft is finished or given up. */
  draftPath: (id: string) => string
  /** What is lost with it, beside its notifications: "history". */
  deletedWith: string
  /** Why there may be none at an address. */
  missingHint: string
  /** How many values each section of its settings has: their shape while they load. */
  settingsShape: readonly number[]
}

interface DeleteOptions extends CallOptions {
  /** Only where it is a draft in which nothing was saved. */
  untouched?: boolean
}

/** A kind of owner: its words, its addresses, and the calls that each kind has. `Input`: what Save sends. */
export interface OwnerKind<View, Input, Page> extends Pick<
  OwnerDescription<View, Page, ReadDraft>,
  'kind' | 'listPath' | 'draftPath' | 'deletedWith' | 'missingHint' | 'settingsShape'
> {
  /** "Task", which begins a sentence or a title. The kind itself is the word within one; plurals have an s. */
  title: string
  get: (id: string, options?: CallOptions) => Promise<View>
  save: (id: string, input: Input) => Promise<View>
  activate: (id: string) => Promise<View>
  deactivate: (id: string) => Promise<View>
  createDraft: () => Promise<{ id: string }>
  duplicate: (id: string) => Promise<{ id: string }>
  remove: (id: string, options?: DeleteOptions) => Promise<void>
  /** By one call: the page may be left right after it. `deactivate`: those that are active, too. */
  removeMany: (ids: readonly string[], options: CallOptions & { deactivate: boolean }) => Promise<DeletedManyView>
  list: (query: string, options: CallOptions) => Promise<Page>
  listDrafts: (options: CallOptions) => Promise<DraftItem[]>
}

export function ownerKind<View, Input, Page, Draft extends ReadDraft>(
  description: OwnerDescription<View, Page, Draft>,
): OwnerKind<View, Input, Page> {
  const { kind, view, page, drafts, draftTitle, draftCall, ...words } = description
  const all = `/api/v1/${kind}s`
  const pathOf = (id: string) => `${all}/${encodeURIComponent(id)}`
  return {
    kind,
    ...words,
    title: `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`,
    get: (id, options) => api.get(pathOf(id), view, options),
    save: (id, input) => api.post(pathOf(id), input, view),
    activate: (id) => api.post(`${pathOf(id)}/lifecycle/activate`, undefined, view),
    deactivate: (id) => api.post(`${pathOf(id)}/lifecycle/deactivate`, undefined, view),
    createDraft: () => api.post(draftCall, undefined, schemaOf('CreatedView')),
    duplicate: (id) => api.post(`${pathOf(id)}/duplicate`, undefined, schemaOf('CreatedView')),
    remove: (id, { untouched = false, ...options } = {}) =>
      api.delete(`${pathOf(id)}${untouched ? '?untouched=true' : ''}`, options),
    removeMany: (ids, { deactivate, ...options }) =>
      api.post(`${all}/delete`, { ids, deactivate }, schemaOf('DeletedManyView'), options),
    list: (query, options) => api.get(`${all}?${query}`, page, options),
    listDrafts: async (options) =>
      (await api.get(`${all}/drafts`, drafts, options)).results.map((draft) => ({
        id: draft.id,
        title: draftTitle(draft),
        updatedAt: draft.updatedAt,
      })),
  }
}
