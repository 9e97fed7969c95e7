import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import { useQueryClient } from '@tanstack/react-query'
import { memo } from 'react'
import { ConflictDialog } from '../../../components/ui/dialogs/conflict-dialog.tsx'
import { messageOf } from '../../../lib/api/api-error.ts'
import type { EditingHost } from '../../../lib/editing/sections.ts'
import { useSectionEditing } from '../../../lib/editing/use-section-editing.ts'
import { inSection } from '../../../lib/editing/merge.ts'
import { snackbar } from '../../../lib/browser/snackbar.ts'
import { setOwnerCache } from '../../../lib/owners/owner-queries.ts'
import { receiverKind } from '../receiver-queries.ts'
import { checkReceiver, storedReceiverIn } from './check-receiver.ts'
import { hasChanged, receiverFormOf, type ReceiverSections, toReceiverInput } from './receiver-form.ts'
import { receiverMergeFields } from './receiver-merge.ts'

interface ReceiverEditorProps extends EditingHost<ReceiverSections, ReceiverView> {
  receiver: ReceiverView
}

/** Holds what is being edited of a receiver; of its own it shows a conflict. */
export const ReceiverEditor = memo(function ReceiverEditor({ receiver, ...host }: ReceiverEditorProps) {
  const client = useQueryClient()
  const { conflict, isSaving, resolve, postpone } = useSectionEditing<ReceiverSections, ReceiverView>({
    ...host,
    current: receiver,
    sections: ['settings'],
    valuesOf: (base) => ({ settings: receiverFormOf(base) }),
    hasChanged: (base, { settings }) => settings !== undefined && hasChanged(base, settings),
    sectionOf: () => 'settings',
    check: async (_, { settings }) => (settings === undefined ? {} : checkReceiver(settings)),
    save: ({ values: { settings = receiverFormOf(receiver) }, base }) =>
      receiverKind.save(receiver.id, { ...toReceiverInput(settings), version: base.version }),
    storedNow: storedReceiverIn,
    mergeFields: () => receiverMergeFields.map(inSection<ReceiverSections, 'settings'>('settings')),
    onSaved: async (saved) => {
      snackbar.info('Receiver settings updated')
      await setOwnerCache(client, receiverKind, saved)
    },
    onConflict: (stored) => void setOwnerCache(client, receiverKind, stored),
    onFailed: (error) => snackbar.error(messageOf(error)),
  })
  return conflict === null ? null : (
    <ConflictDialog
      key={conflict.stored.version}
      thing="receiver"
      differences={conflict.differences}
      isSaving={isSaving}
      onSave={resolve}
      onKeepEditing={postpone}
    />
  )
})
