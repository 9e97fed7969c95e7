import type { AccountView } from '@knockwire/domain/accounts/account'
import type { ChannelType } from '@knockwire/domain/channels/channel-types'
import { useDisclosure } from '@mantine/hooks'
import { Suspense, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { ErrorState } from '../../components/ui/feedback/empty-state.tsx'
import { Panel } from '../../components/ui/layout/panel.tsx'
import { SectionBoundary } from '../../components/ui/feedback/section-boundary.tsx'
import { SkeletonRows } from '../../components/ui/feedback/skeleton-rows.tsx'
import { useAccount } from '../../lib/session/account.ts'
import { messageOf } from '../../lib/api/api-error.ts'
import { useReturnFocus } from '../../lib/browser/focus.ts'
import { snackbar } from '../../lib/browser/snackbar.ts'
import type { OpenDialog } from './channels/channel.ts'
import { channels } from './channels/registry.ts'
import { beginsNotification, begunCondition } from './begun-notification.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { formOf, newForm, type StoredNotification } from './notification-form.ts'
import { NotificationGroup } from './notification-group.tsx'
import { useNotifications } from './notification-queries.ts'
import { typedDialog } from './typed-notification.ts'
import classes from './notifications-box.module.css'
import { kindOf, type NotificationOwner } from './owner.ts'
import { heartbeatWords } from './rule/heartbeat-words.ts'
import { lazyPart } from '../../lib/navigation/lazy-part.ts'

const NotificationDialog = lazyPart(async () => (await import('./dialog/notification-dialog.tsx')).NotificationDialog, {
  close: ({ onClose }) => onClose(),
})

export interface NotificationsBoxProps {
  owner: NotificationOwner
  /** The owner is still being created: then changes of its notifications are not announced. */
  isDraft?: boolean
}

/** The notifications of a task or receiver, a group for each channel. */
export function NotificationsBox({ owner, isDraft = false }: NotificationsBoxProps) {
  const titleId = useId()
  const { channelTypes, lead } = kindOf(owner)
  const notifications = useNotifications(owner)
  const { data: account } = useAccount()
  const [dialog, setDialog] = useState<OpenDialog | null>(() => typedDialog(owner))
  const [toDelete, setToDelete] = useState<StoredNotification | null>(null)
  const [isConfirming, confirmation] = useDisclosure(false)
  const groups = useRef<HTMLElement>(null)
  const focus = useReturnFocus()

  const open = (opened: OpenDialog) => {
    focus.remember()
    setDialog(opened)
  }
  useBegunDialog(owner, open)
  useRestoredDialog(owner, setDialog)
  const add = (type: ChannelType) =>
    open({ notificationId: null, initial: newForm(owner, type, confirmedAddress(account)) })
  const returnFocus = (type: ChannelType) =>
    focus.restore(() => groups.current?.querySelector<HTMLElement>(`[data-add="${type}"]`))

  return (
    <Panel>
      <section ref={groups} aria-labelledby={titleId}>
        <h2 id={titleId} className={classes.title}>
          Notifications
        </h2>
        <p className={classes.lead}>{lead}</p>
        {owner.expectationMode && notifications.data?.every(({ heartbeat }) => heartbeat === null) && (
          <p className={classes.unnotified}>{heartbeatWords(owner.expectationMode).nobody}</p>
        )}
        {notifications.data ? (
          channelTypes.map((type) => (
            <NotificationGroup
              key={type}
              owner={owner}
              isDraft={isDraft}
              type={type}
              notifications={notifications.data.filter((notification) => notification.type === type)}
              onAdd={() => add(type)}
              onEdit={(stored) =>
                open({ notificationId: stored.id, version: stored.version, initial: formOf(owner, stored) })
              }
              onDelete={(stored) => {
                focus.remember()
                setToDelete(stored)
                confirmation.open()
              }}
            />
          ))
        ) : notifications.isError ? (
          <ErrorState
            title="The notifications could not be loaded."
            error={notifications.error}
            onRetry={() => void notifications.refetch()}
          />
        ) : (
          <SkeletonRows label="Loading notifications..." rows={channelTypes.length} rowHeight={64} />
        )}
      </section>
      {dialog && (
        <SectionBoundary section="The dialog">
          <Suspense fallback={null}>
            <NotificationDialog
              {...dialog}
              owner={owner}
              isDraft={isDraft}
              onClose={() => {
                setDialog(null)
                returnFocus(dialog.initial.action.type)
              }}
            />
          </Suspense>
        </SectionBoundary>
      )}
      <DeleteDialog
        owner={owner}
        isDraft={isDraft}
        opened={isConfirming}
        notification={toDelete}
        onClose={confirmation.close}
        onClosed={() => toDelete && returnFocus(toDelete.type)}
      />
    </Panel>
  )
}

/** The account's own address where it is confirmed, else another that is; empty where none is. */
const confirmedAddress = (account: AccountView | undefined): string => {
  const { verifiedEmails = [], user } = account ?? {}
  return verifiedEmails.find((address) => address === user?.email) ?? verifiedEmails[0] ?? ''
}

/** Opens the dialog that an address begins, once the account is known; the URL is then the page's own again. */
function useBegunDialog(owner: NotificationOwner, open: (begun: OpenDialog) => void): void {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { data: account, isPending } = useAccount()
  const begin = useEffectEvent(() => {
    const canCombine = account?.settings.isAdvancedConditionEnabled ?? false
    const begun = begunDialog(search, owner, { emailAddress: confirmedAddress(account), canCombine })
    if (begun !== null && account?.role !== 'VIEWER') open(begun)
    void navigate({ search: '' }, { replace: true, preventScrollReset: true })
  })
  const isBegun = beginsNotification(search) && !isPending
  useEffect(() => {
    if (isBegun) begin()
  }, [isBegun])
}

/** Opens the dialog that was left for another site to set up its channel, once; the URL is then the page's own again. */
function useRestoredDialog(owner: NotificationOwner, open: (restored: OpenDialog) => void): void {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [arrival] = useState({ search, owner })
  useEffect(() => {
    const restores = Object.values(channels).flatMap(({ restore }) => restore ?? [])
    const left = restores.find(({ searchParam }) => arrival.search.has(searchParam))
    if (left === undefined) return
    left.dialogOf(arrival.search, arrival.owner).then(
      (dialog) => dialog && open(dialog),
      (error: unknown) => snackbar.error(messageOf(error)),
    )
    void navigate({ search: '' }, { replace: true })
  }, [arrival, navigate, open])
}

interface BegunBy {
  emailAddress: string
  canCombine: boolean
}

/** By email, which every account has; the other channels begin at their own buttons. */
function begunDialog(search: URLSearchParams, owner: NotificationOwner, account: BegunBy): OpenDialog | null {
  const rows = begunCondition(search, account.canCombine)
  const initial = newForm(owner, 'EMAIL', account.emailAddress)
  if (rows === null || initial.rule === null) return null
  return { notificationId: null, initial: { ...initial, rule: { ...initial.rule, rows } } }
}
