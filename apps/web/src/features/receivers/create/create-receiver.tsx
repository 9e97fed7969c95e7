import type { TypedReceiver } from '@knockwire/domain/notifications/preview'
import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { BackLink } from '../../../components/ui/back-link.tsx'
import { LeaveGuard } from '../../../components/ui/leave-guard.tsx'
import { PageHeader } from '../../../components/ui/page-header.tsx'
import { SettingsSection } from '../../../components/ui/settings-section.tsx'
import { useEditKeys } from '../../../lib/use-edit-keys.ts'
import { receiversPath } from '../receiver-path.ts'
import { EndpointPanel } from '../settings/endpoint-panel.tsx'
import { ReceiverFields } from '../settings/receiver-fields.tsx'
import { typedReceiverOf } from '../settings/receiver-form.ts'
import { useFocusOnRefusal } from '../settings/use-focus-on-refusal.ts'
import { useReceiverForm, type ReceiverFormState } from '../settings/use-receiver-form.ts'
import classes from './create.module.css'
import { useCreateActions } from './use-create-actions.ts'
import { useSaveFirst } from './use-save-first.ts'

interface CreateReceiverProps {
  receiver: ReceiverView
  /** The receiver's notifications, beneath its settings. */
  renderNotifications: (typed: TypedReceiver) => ReactNode
  onCreated: () => void
}

/** A receiver that is being created: its address is there, and opens with Create. */
export function CreateReceiver(props: CreateReceiverProps) {
  const state = useReceiverForm(props.receiver)
  return (
    <LeaveGuard
      isActive
      saveFirst={useSaveFirst(props.receiver, state.form)}
      title="Leave this receiver?"
      message="It is not created yet, and answers nobody. It stays in your list, disabled; you can finish or delete it there."
      stayLabel="Keep editing"
    >
      <CreateForm {...props} state={state} />
    </LeaveGuard>
  )
}

function CreateForm({
  receiver,
  renderNotifications,
  onCreated,
  state,
}: CreateReceiverProps & { state: ReceiverFormState }) {
  const { create, cancel } = useCreateActions(receiver, {
    onCreated: () => {
      onCreated()
      startOver()
    },
    onRefused: state.refuse,
  })
  const submit = () => {
    const input = create.isPending || cancel.isPending ? undefined : state.input()
    if (input !== undefined) create.mutate(input)
  }
  useEditKeys({ isEnabled: true, onSave: submit })
  const form = useFocusOnRefusal<HTMLFormElement>(state.refusals)
  return (
    <>
      <PageHeader
        title="Create receiver"
        before={<BackLink to={receiversPath} place="Receivers" />}
        description="Give others a URL to call, and keep a record of every request."
      />
      <form
        ref={form}
        aria-label="Create receiver"
        className={classes.form}
        onSubmit={(event) => event.preventDefault()}
      >
        <EndpointPanel url={receiver.url} note="The URL is yours already. It starts to answer with Create." />
        <SettingsSection title="Response Settings" mode="create">
          <ReceiverFields {...state} />
        </SettingsSection>
        {renderNotifications(typedReceiverOf(state.form))}
        <div className={classes.foot}>
          <Button
            variant="default"
            loading={cancel.isPending}
            disabled={create.isPending}
            onClick={() => cancel.mutate()}
          >
            Cancel
          </Button>
          <Button loading={create.isPending} disabled={cancel.isPending} onClick={submit}>
            Create
          </Button>
        </div>
      </form>
    </>
  )
}

/** The form gives way to the receiver's page, which is read from its top. */
function startOver(): void {
  window.scrollTo({ top: 0 })
  document.querySelector('main')?.focus({ preventScroll: true })
}
