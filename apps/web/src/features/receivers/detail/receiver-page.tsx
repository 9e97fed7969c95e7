import type { TypedReceiver } from '@knockwire/domain/notifications/preview'
import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import { type ReactNode, Suspense, useCallback, useState } from 'react'
import { BackLink, PageHeader } from '../../../components/ui/page-header.tsx'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { LeaveGuard, useLeaveGuard } from '../../../components/ui/leave-guard.tsx'
import { PageTabs } from '../../../components/ui/page-tabs.tsx'
import { SectionBoundary } from '../../../components/ui/section-boundary.tsx'
import { StatusMenu } from '../../../components/ui/status-menu.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { truncateMiddle } from '../../../lib/format.ts'
import { receiverHistoryPath, receiverPath, receiversPath } from '../receiver-queries.ts'
import { typedReceiverOf } from '../settings/receiver-form.ts'
import { type ReceiverEditing, useReceiverEditing } from '../settings/use-receiver-form.ts'
import { SettingsTab } from './settings-tab.ts'
import { ReceiverSectionsSkeleton } from './receiver-page-states.tsx'
import { type ReceiverActions, useReceiverActions } from './use-receiver-actions.ts'

interface ReceiverHeaderProps {
  receiver: ReceiverView
  actions: ReceiverActions
}

function ReceiverHeader({ receiver, actions }: ReceiverHeaderProps) {
  const [isAsking, setIsAsking] = useState(false)
  const { activate, deactivate, remove } = actions
  const ask = () => {
    remove.reset()
    setIsAsking(true)
  }
  return (
    <>
      <PageHeader
        title={receiver.name}
        before={<BackLink to={receiversPath} place="Receivers" />}
        actions={
          <StatusMenu
            isActive={receiver.status === 'ACTIVE'}
            isBusy={activate.isPending || deactivate.isPending}
            onActivate={() => activate.mutate()}
            onDeactivate={() => deactivate.mutate()}
            onDelete={ask}
          />
        }
      />
      <ConfirmDialog
        opened={isAsking}
        title="Delete receiver"
        cancelLabel="Cancel"
        confirmLabel="Delete"
        isBusy={remove.isPending}
        error={remove.error === null ? undefined : messageOf(remove.error)}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => remove.mutate()}
      >
        “{truncateMiddle(receiver.name, 80)}” will be deleted with its URL, history and notifications. This cannot be
        undone.
      </ConfirmDialog>
    </>
  )
}

interface ReceiverPageProps {
  receiver: ReceiverView
  /** The History tab, where the URL names it. */
  history: ReactNode
  /** The receiver's notifications, beneath its settings. */
  renderNotifications: (typed: TypedReceiver | undefined) => ReactNode
}

/** A receiver's header and tabs. Edits survive a visit to the History tab, and are not left without asking. */
export function ReceiverPage(props: ReceiverPageProps) {
  const editing = useReceiverEditing(props.receiver)
  const path = receiverPath(props.receiver.id)
  return (
    <LeaveGuard
      isActive={editing.isDirty}
      isAllowed={useCallback((pathname: string) => pathname.startsWith(path), [path])}
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
  const actions = useReceiverActions(receiver.id, useLeaveGuard().disable)
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
        <Suspense fallback={<ReceiverSectionsSkeleton />}>
          <SettingsTab
            receiver={receiver}
            editing={editing}
            notifications={renderNotifications(editing.isEditing ? typedReceiverOf(editing.form) : undefined)}
          />
        </Suspense>
      ) : (
        <SectionBoundary section="The history">{history}</SectionBoundary>
      )}
    </>
  )
}
