import type { Expectation } from '@knockwire/domain/heartbeats/expectation'
import type { TypedReceiver } from '@knockwire/domain/notifications/preview'
import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import type { ReactNode } from 'react'
import { OwnerPage } from '../../../components/owners/owner-page.tsx'
import { useNews } from '../../../lib/api/news.ts'
import { useEditor } from '../../../lib/editing/use-editor.ts'
import { lazyPart } from '../../../lib/navigation/lazy-part.ts'
import { receiverKind } from '../receiver-queries.ts'
import { receiverForm, receiverSections } from '../settings/lazy-form.ts'
import { expectedModeOf, typedReceiverOf } from '../settings/typed-receiver.ts'
import { SettingsTab } from './settings-tab.ts'

const DeletedElsewhere = lazyPart(async () => (await import('./deleted-elsewhere.tsx')).DeletedElsewhere)

interface ReceiverPageProps {
  receiver: ReceiverView
  /** It was deleted elsewhere while something unsaved is on this page. */
  isDeleted?: boolean
  /** The History tab, where the URL names it. */
  history: ReactNode
  /** The receiver's notifications, beneath its settings. */
  renderNotifications: (typed: TypedReceiver | undefined, expectationMode: Expectation['mode'] | null) => ReactNode
}

/** One that expects calls changes by itself. */
const heartbeatEveryMs = 5_000

/** A receiver's page: what it shows beside what each owner's page does. */
export function ReceiverPage({ receiver, isDeleted = false, history, renderNotifications }: ReceiverPageProps) {
  const editor = useEditor({ kind: 'receiver', current: receiver, sections: receiverSections, form: receiverForm })
  const { settings } = editor.values
  const isPolled = receiver.heartbeat !== null && history === null
  useNews({ kind: 'receiver', id: receiver.id }, () => heartbeatEveryMs, isPolled)
  return (
    <OwnerPage
      owner={receiverKind}
      shown={receiver}
      heading={receiver.name}
      name={receiver.name}
      editor={editor}
      isDeleted={isDeleted}
      deleted={<DeletedElsewhere editor={editor} />}
      settings={
        <SettingsTab
          receiver={receiver}
          editor={editor}
          notifications={
            history === null
              ? renderNotifications(
                  settings && typedReceiverOf(settings),
                  settings ? expectedModeOf(settings) : (receiver.expectation?.mode ?? null),
                )
              : null
          }
        />
      }
      history={history}
    />
  )
}
