import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import { Skeleton } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { SettingsSection } from '../../../components/ui/settings-section.tsx'
import { useEditKeys } from '../../../lib/use-edit-keys.ts'
import { EndpointPanel } from './endpoint-panel.tsx'
import { ReceiverSummary } from './receiver-summary.tsx'
import classes from './settings.module.css'
import { useFocusFirstError } from '../../../lib/focus.ts'
import type { ReceiverEditing } from './use-receiver-form.ts'

// What is loaded once the settings are edited.
const ReceiverFields = lazy(async () => ({ default: (await import('./receiver-fields.tsx')).ReceiverFields }))
const ConflictDialog = lazy(async () => ({
  default: (await import('../../../components/ui/conflict-dialog.tsx')).ConflictDialog,
}))

interface SettingsTabProps {
  receiver: ReceiverView
  /** Owned by the page, so that it survives a visit to the History tab. */
  editing: ReceiverEditing
  /** The receiver's notifications, beneath its settings. */
  notifications: ReactNode
}

export function SettingsTab({ receiver, editing, notifications }: SettingsTabProps) {
  const sections = useFocusFirstError<HTMLDivElement>(editing.rejections)
  useEditKeys({ isEnabled: editing.isEditing, onSave: editing.save, onCancel: editing.cancel })
  return (
    <div ref={sections} className={classes.sections}>
      <EndpointPanel
        url={receiver.url}
        note={receiver.status === 'ACTIVE' ? undefined : 'While the receiver is disabled, callers get 404.'}
      />
      <SettingsSection
        title="Response Settings"
        mode={editing.isEditing ? 'edit' : 'read'}
        isSaving={editing.isSaving}
        onEdit={editing.edit}
        onSave={editing.save}
        onCancel={editing.cancel}
      >
        {editing.isEditing ? (
          <Suspense fallback={<Skeleton height={320} />}>
            <ReceiverFields {...editing} />
          </Suspense>
        ) : (
          <ReceiverSummary receiver={receiver} />
        )}
      </SettingsSection>
      {notifications}
      {editing.conflict && (
        <Suspense fallback={null}>
          <ConflictDialog
            key={editing.conflict.stored.version}
            thing="receiver"
            differences={editing.conflict.differences}
            isSaving={editing.isSaving}
            onSave={editing.resolve}
            onKeepEditing={editing.postpone}
          />
        </Suspense>
      )}
    </div>
  )
}
