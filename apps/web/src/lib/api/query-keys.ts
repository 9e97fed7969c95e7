/** A task or a receiver: what has a history and notifications. */
export interface Owner {
  kind: 'task' | 'receiver'
  id: string
}

/** Everything cached for an owner has a key below this one, so that it is invalidated and removed with it. */
export const ownerKey = ({ kind, id }: Owner) => [`${kind}s`, id] as const

/** The pages of the list of a kind stand below the first key, its drafts under the second. */
export const ownerListKey = (kind: Owner['kind']) => [`${kind}s`, 'list'] as const
export const ownerDraftsKey = (kind: Owner['kind']) => [`${kind}s`, 'drafts'] as const

export const taskKey = (id: string) => ownerKey({ kind: 'task', id })
export const receiverKey = (id: string) => ownerKey({ kind: 'receiver', id })

/** The owner itself, without its history. */
export const viewKey = (owner: Owner) => [...ownerKey(owner), 'view'] as const

/** What is new of the owner: as it is asked for, and what its page has seen of it. */
export const newsQueryKey = (owner: Owner) => [...ownerKey(owner), 'news'] as const
export const seenNewsKey = (owner: Owner) => [...ownerKey(owner), 'seen-news'] as const

/** A task's state, figures and last runs. */
export const healthKey = (taskId: string) => [...taskKey(taskId), 'health'] as const

/** What a receiver rejected, by reason. */
export const rejectedKey = (receiverId: string) => [...receiverKey(receiverId), 'rejected'] as const

/** Every page of the owner's history, with every filter. */
export const historyKey = (owner: Owner) => [...ownerKey(owner), 'history'] as const

/** A row of the history that the URL names. */
export const linkedKey = (owner: Owner, rowId: string | undefined) => [...ownerKey(owner), 'linked', rowId] as const

/** A row's details, in each of its states. */
export const detailsKey = (owner: Owner, rowId: string) => [...ownerKey(owner), 'details', rowId] as const

/** A row's details as the row stands now. */
export const detailsVersionKey = (owner: Owner, rowId: string, version: string) =>
  [...detailsKey(owner, rowId), version] as const

/** The key of the mutation that deletes the owner: its history is not polled meanwhile. */
export const deletionKey = (owner: Owner) => [...ownerKey(owner), 'delete'] as const
