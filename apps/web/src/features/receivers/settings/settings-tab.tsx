import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import { type ReactNode, Suspense, useEffect } from 'react'
import { Columns } from '../../../components/ui/layout/columns.tsx'
import { SettingsSection } from '../../../components/ui/layout/settings-section.tsx'
import { useEditKeys } from '../../../lib/editing/use-edit-keys.ts'
import { SkeletonRows } from '../../../components/ui/feedback/skeleton-rows.tsx'
import { lazyPart } from '../../../lib/navigation/lazy-part.ts'
import { EndpointPanel } from './endpoint-panel.tsx'
import { ReceiverSummary } from './receiver-summary.tsx'
import { focusFirstError, focusFirstField, OnArrival, useFocusFirstError } from '../../../lib/browser/focus.ts'
import { prefetchWhenIdle } from '../../../lib/navigation/prefetch-when-idle.ts'
import type { Sections } from '../../../lib/editing/sections.ts'
import type { ReceiverSections } from './receiver-form.ts'
import { PartNotLoaded } from '../../../lib/navigation/part-not-loaded.tsx'
import { useOpening } from '../../../lib/editing/use-opening.ts'
import { loadEditor, ReceiverFields } from './lazy-editor.ts'

/** Of receivers that expect calls alone; it brings the list of changes and the snippets. */
const HeartbeatPanel = lazyPart(async () => (await import('../expectation/heartbeat-panel.tsx')).HeartbeatPanel)

interface SettingsTabProps {
  receiver: ReceiverView
  /** Owned by the page, so that it survives a visit to the History tab. */
  editing: Sections<ReceiverSections, ReceiverView>
  /** The receiver's notifications, beneath its settings. */
  notifications: ReactNode
}

export function SettingsTab({ receiver, editing, notifications }: SettingsTabProps) {
  const sections = useFocusFirstError<HTMLDivElement>(editing.rejections)
  useEffect(() => prefetchWhenIdle(loadEditor), [])
  const isEditing = editing.isOpen('settings')
  const { settings } = editing.values
  const cancel = () => editing.cancel('settings')
  useEditKeys({ isEnabled: isEditing, onSave: editing.save, onCancel: cancel })
  const stateOf = useOpening(editing.host !== null && editing.editing === null, loadEditor)
  const mode = stateOf({ isOpen: isEditing, hasValues: settings !== undefined })
  const summary = <ReceiverSummary receiver={receiver} />
  const focusEditor = () => {
    if (Object.keys(editing.errors).length > 0) focusFirstError(sections.current)
    else focusFirstField(sections.current)
  }
  return (
    <Columns
      ref={sections}
      beneath={notifications}
      aside={
        <div onBlur={editing.onBlur}>
          <SettingsSection
            title="Response Settings"
            mode={mode}
            isSaving={editing.isSaving}
            onEdit={() => editing.edit('settings')}
            onSave={editing.save}
            onCancel={cancel}
          >
            {settings && (
              <Suspense fallback={summary}>
                <ReceiverFields
                  receiverId={receiver.id}
                  form={settings}
                  errors={editing.errors}
                  onChange={(change, errorNames) => editing.change('settings', change, errorNames)}
                />
                <OnArrival run={focusEditor} />
              </Suspense>
            )}
            {!settings && (mode === 'failed' ? <PartNotLoaded /> : summary)}
          </SettingsSection>
        </div>
      }
    >
      <EndpointPanel
        url={receiver.url}
        note={receiver.status === 'ACTIVE' ? undefined : 'While the receiver is disabled, callers get 404.'}
      />
      {receiver.expectation !== null && (
        <Suspense fallback={<SkeletonRows label="Loading the heartbeat…" rows={2} />}>
          <HeartbeatPanel receiver={receiver} />
        </Suspense>
      )}
    </Columns>
  )
}
