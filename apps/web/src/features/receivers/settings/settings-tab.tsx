import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import { Skeleton } from '@mantine/core'
import { type ReactNode, Suspense, useEffect } from 'react'
import { SettingsSection } from '../../../components/ui/settings-section.tsx'
import { useEditKeys } from '../../../lib/use-edit-keys.ts'
import { EndpointPanel } from './endpoint-panel.tsx'
import { ReceiverSummary } from './receiver-summary.tsx'
import classes from './settings.module.css'
import { focusFirstField, OnArrival, useFocusFirstError } from '../../../lib/focus.ts'
import { prefetchWhenIdle } from '../../../lib/prefetch-when-idle.ts'
import type { ReceiverEditing } from './use-receiver-form.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'

// What is loaded once the settings are edited.
const loadFields = () => import('./receiver-fields.tsx')
const ReceiverFields = lazyPart(async () => (await loadFields()).ReceiverFields)
const ConflictDialog = lazyPart(async () => (await import('../../../components/ui/conflict-dialog.tsx')).ConflictDialog)

interface SettingsTabProps {
  receiver: ReceiverView
  /** Owned by the page, so that it survives a visit to the History tab. */
  editing: ReceiverEditing
  /** The receiver's notifications, beneath its settings. */
  notifications: ReactNode
}

export function SettingsTab({ receiver, editing, notifications }: SettingsTabProps) {
  const sections = useFocusFirstError<HTMLDivElement>(editing.rejections)
  useEffect(() => prefetchWhenIdle(loadFields), [])
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
            <OnArrival run={() => focusFirstField(sections.current)} />
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
