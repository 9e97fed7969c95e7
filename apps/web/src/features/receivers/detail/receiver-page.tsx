import type { TypedReceiver } from '@knockwire/domain/notifications/preview'
import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import { useCallback, type ReactNode } from 'react'
import { LeaveGuard, useLeaveGuard } from '../../../components/ui/leave-guard.tsx'
import { PageTabs } from '../../../components/ui/page-tabs.tsx'
import { PartBoundary } from '../../../components/ui/part-boundary.tsx'
import { receiverHistoryPath, receiverPath } from '../receiver-path.ts'
import { typedReceiverOf } from '../settings/receiver-form.ts'
import { SettingsTab } from '../settings/settings-tab.tsx'
import { useReceiverEditing, type ReceiverEditing } from '../settings/use-receiver-editing.ts'
import { ReceiverHeader } from './receiver-header.tsx'
import { useReceiverActions } from './use-receiver-actions.ts'

interface ReceiverPageProps {
  receiver: ReceiverView
  /** The History tab, where the URL names it. */
  history: ReactNode
  /** The receiver's notifications, beneath its settings. */
  renderNotifications: (typed: TypedReceiver | undefined) => ReactNode
}

/** A receiver's header and tabs. What is being edited outlives a look at the history, and is not left unasked. */
export function ReceiverPage(props: ReceiverPageProps) {
  const editing = useReceiverEditing(props.receiver)
  const path = receiverPath(props.receiver.id)
  return (
    <LeaveGuard
      isActive={editing.isChanged}
      isFree={useCallback((pathname: string) => pathname.startsWith(path), [path])}
      title="Leave without saving?"
      message="Your changes to this receiver are not saved. They will be lost."
      stayLabel="Keep editing"
    >
      <ReceiverPageContent {...props} editing={editing} />
    </LeaveGuard>
  )
}

function ReceiverPageContent(props: ReceiverPageProps & { editing: ReceiverEditing }) {
  const { receiver, history, renderNotifications, editing } = props
  const actions = useReceiverActions(receiver.id, useLeaveGuard().lift)
  return (
    <>
      <ReceiverHeader receiver={receiver} actions={actions} />
      <PageTabs
        label="Receiver"
        tabs={[
          { to: receiverPath(receiver.id), text: 'Settings' },
          { to: receiverHistoryPath(receiver.id), text: 'History' },
        ]}
      />
      {history === null ? (
        <SettingsTab
          receiver={receiver}
          editing={editing}
          notifications={renderNotifications(editing.isEditing ? typedReceiverOf(editing.form) : undefined)}
        />
      ) : (
        <PartBoundary part="The history">{history}</PartBoundary>
      )}
    </>
  )
}
