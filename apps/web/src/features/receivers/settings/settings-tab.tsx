import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import { type ReactNode, Suspense } from 'react'
import { EditableSection, useEditableSections } from '../../../components/owners/editable-section.tsx'
import { SkeletonRows } from '../../../components/ui/feedback/skeleton-rows.tsx'
import { Columns } from '../../../components/ui/layout/columns.tsx'
import { OnArrival } from '../../../lib/browser/focus.ts'
import type { Editor } from '../../../lib/editing/use-editor.ts'
import { lazyPart } from '../../../lib/navigation/lazy-part.ts'
import { EndpointPanel } from './endpoint-panel.tsx'
import { ReceiverFields } from './lazy-form.ts'
import type { ReceiverSections } from './receiver-form.ts'
import { ReceiverSummary } from './receiver-summary.tsx'

/** Of receivers that expect calls alone; it brings the list of changes and the snippets. */
const HeartbeatPanel = lazyPart(async () => (await import('../expectation/heartbeat-panel.tsx')).HeartbeatPanel)

interface SettingsTabProps {
  receiver: ReceiverView
  /** Of the page, so that it survives a visit to the History tab. */
  editor: Editor<ReceiverSections, ReceiverView>
  /** The receiver's notifications, beneath its settings. */
  notifications: ReactNode
}

export function SettingsTab({ receiver, editor, notifications }: SettingsTabProps) {
  const within = useEditableSections(editor)
  return (
    <Columns
      ref={within}
      beneath={notifications}
      aside={
        <EditableSection
          {...{ editor, within }}
          section="settings"
          title="Response Settings"
          summary={<ReceiverSummary receiver={receiver} />}
          renderFields={(fields, onArrival) => (
            <>
              <ReceiverFields receiverId={receiver.id} fields={fields} />
              <OnArrival run={onArrival} />
            </>
          )}
        />
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
