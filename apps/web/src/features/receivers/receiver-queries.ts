import type { ReceiverDraftList, ReceiverPage, ReceiverView } from '@knockwire/domain/receivers/receiver'
import { schemaOf } from '../../lib/api/schemas.ts'
import { paths } from '../../lib/navigation/paths.ts'
import { ownerKind } from '../../lib/owners/owner-kind.ts'
import type { ReceiverInput } from './settings/receiver-form.ts'

/** Receivers, as a kind of owner. */
export const receiverKind = ownerKind<ReceiverView, ReceiverInput, ReceiverPage, ReceiverDraftList['results'][number]>({
  kind: 'receiver',
  view: schemaOf('ReceiverView'),
  page: schemaOf('ReceiverPage'),
  drafts: schemaOf('ReceiverDraftList'),
  draftTitle: ({ name }) => name,
  draftCall: '/api/v1/receivers?draft=true',
  listPath: paths.receivers,
  draftPath: paths.receiver,
  deletedWith: 'URL, history',
  missingHint: 'It may have been deleted.',
  settingsShape: [2, 4],
})
