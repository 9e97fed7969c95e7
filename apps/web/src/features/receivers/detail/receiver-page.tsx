import type { TypedReceiver } from '@knockwire/domain/notifications/preview'
import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import { type ReactNode, Suspense, useCallback, useState } from 'react'
import { paths } from '../../../lib/navigation/paths.ts'
import { BackLink, PageHeader } from '../../../components/ui/layout/page-header.tsx'
import { ConfirmDialog } from '../../../components/ui/dialogs/confirm-dialog.tsx'
import { LeaveGuard, useLeaveGuard } from '../../../components/ui/dialogs/leave-guard.tsx'
import { PageTabs } from '../../../components/ui/layout/page-tabs.tsx'
import { SectionBoundary } from '../../../components/ui/feedback/section-boundary.tsx'
import { StatusMenu } from '../../../components/ui/fields/status-menu.tsx'
import { isStatus, messageOf } from '../../../lib/api/api-error.ts'
import { type Editor, useEditor } from '../../../lib/editing/use-editor.ts'
import { truncateMiddle } from '../../../lib/format/format.ts'
import { lazyPart } from '../../../lib/navigation/lazy-part.ts'
import { DefinitionNotes } from '../../../components/definition/definition-notes.tsx'
import { useNews } from '../../../lib/api/news.ts'
import { SaveConflict } from '../../../components/owners/save-conflict.tsx'
import { receiverForm, receiverSections } from '../settings/lazy-form.ts'
import type { ReceiverSections } from '../settings/receiver-form.ts'
import { typedReceiverOf } from '../settings/typed-receiver.ts'
import { SettingsTab } from './settings-tab.ts'
import { ReceiverSectionsSkeleton } from './receiver-page-states.tsx'
import { type ReceiverActions, useReceiverActions } from './use-receiver-actions.ts'

const DeletedElsewhere = lazyPart(async () => (await import('./deleted-elsewhere.tsx')).DeletedElsewhere)

interface ReceiverHeaderProps {
  receiver: ReceiverView
  /** It was deleted elsewhere: there is nothing to do with it. */
  isDeleted: boolean
  actions: ReceiverActions
}

function ReceiverHeader({ receiver, isDeleted, actions }: ReceiverHeaderProps) {
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
        before={<BackLink to={paths.receivers} label="Receivers" />}
        actions={
          !isDeleted && (
            <StatusMenu
              thing="receiver"
              shown={receiver}
              isActive={receiver.status === 'ACTIVE'}
              isBusy={activate.isPending || deactivate.isPending}
              onActivate={() => activate.mutate()}
              onDeactivate={() => deactivate.mutate()}
              onDelete={ask}
            />
          )
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
  /** It was deleted elsewhere while something unsaved is on this page. */
  isDeleted?: boolean
  /** The History tab, where the URL names it. */
  history: ReactNode
  /** The receiver's notifications, beneath its settings. */
  renderNotifications: (typed: TypedReceiver | undefined, expectsCalls: boolean) => ReactNode
}

/** A receiver's header and tabs. Edits survive a visit to the History tab, and are not left without asking. */
export function ReceiverPage(props: ReceiverPageProps) {
  const editor = useEditor({
    kind: 'receiver',
    current: props.receiver,
    sections: receiverSections,
    form: receiverForm,
  })
  const path = paths.receiver(props.receiver.id)
  return (
    <LeaveGuard
      isActive={editor.isDirty}
      isAllowed={useCallback((pathname: string) => pathname.startsWith(path), [path])}
      title="Leave without saving?"
      message="Your changes to this receiver are not saved. They will be lost."
      stayLabel="Keep editing"
    >
      <ReceiverPageContent {...props} editor={editor} />
      <SaveConflict thing="receiver" saving={editor} />
    </LeaveGuard>
  )
}

/** One that expects calls changes by itself. */
const heartbeatEveryMs = 5_000

function ReceiverPageContent(props: ReceiverPageProps & { editor: Editor<ReceiverSections, ReceiverView> }) {
  const { receiver, isDeleted = false, history, renderNotifications, editor } = props
  const { settings } = editor.values
  const isPolled = receiver.heartbeat !== null && history === null
  useNews({ kind: 'receiver', id: receiver.id }, () => heartbeatEveryMs, isPolled)
  const isDeletedElsewhere = isDeleted || isStatus(editor.error, 404)
  const actions = useReceiverActions(receiver.id, useLeaveGuard().disable)
  return (
    <>
      <ReceiverHeader receiver={receiver} isDeleted={isDeletedElsewhere} actions={actions} />
      {isDeletedElsewhere && settings && (
        <Suspense fallback={null}>
          <DeletedElsewhere typed={settings} />
        </Suspense>
      )}
      {!isDeletedElsewhere && <DefinitionNotes of={receiver} />}
      <PageTabs
        label="Receiver"
        tabs={[
          { to: paths.receiver(receiver.id), text: 'Settings', isUnsaved: editor.isDirty },
          { to: paths.history({ kind: 'receiver', id: receiver.id }), text: 'History' },
        ]}
      />
      {history === null ? (
        <Suspense fallback={<ReceiverSectionsSkeleton />}>
          <SettingsTab
            receiver={receiver}
            editor={editor}
            notifications={renderNotifications(
              settings && typedReceiverOf(settings),
              settings?.expectsCalls ?? receiver.expectation !== null,
            )}
          />
        </Suspense>
      ) : (
        <SectionBoundary section="The history">{history}</SectionBoundary>
      )}
    </>
  )
}
