import type { TypedReceiver } from '@knockwire/domain/notifications/preview'
import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNavigate } from '../../../lib/navigation/page-router.tsx'
import { BackLink, PageHeader } from '../../../components/ui/page-header.tsx'
import { LeaveGuard, useLeaveGuard } from '../../../components/ui/leave-guard.tsx'
import { SettingsSection } from '../../../components/ui/settings-section.tsx'
import { ignoreNotFound, messageOf } from '../../../lib/api-error.ts'
import { useFocusFirstError } from '../../../lib/focus.ts'
import { snackbar } from '../../../lib/snackbar.ts'
import { useEditKeys } from '../../../lib/use-edit-keys.ts'
import {
  activateReceiver,
  deleteReceiver,
  receiversPath,
  removeReceiverCache,
  saveReceiver,
  setReceiverCache,
} from '../receiver-queries.ts'
import { EndpointPanel } from '../settings/endpoint-panel.tsx'
import { ReceiverFields } from '../settings/receiver-fields.tsx'
import { checkReceiverForm } from '../settings/check-receiver-form.ts'
import { type ReceiverForm, typedReceiverOf } from '../settings/receiver-form.ts'
import { type ReceiverFormState, useReceiverForm } from '../settings/use-receiver-form.ts'

import classes from '../../../components/ui/creation-form.module.css'

interface Hooks {
  onCreated: () => void
  onRejected: (error: Error) => void
}

/** The two ways in which creating ends. */
function useCreateActions({ id }: ReceiverView, { onCreated, onRejected }: Hooks) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const guard = useLeaveGuard()

  const create = useMutation({
    mutationFn: async (form: ReceiverForm) => {
      await saveReceiver(id, await checkReceiverForm(form))
      return activateReceiver(id)
    },
    onSuccess: async (created) => {
      guard.disable()
      snackbar.info('Receiver created')
      await setReceiverCache(client, created)
      onCreated()
    },
    onError: onRejected,
  })

  const cancel = useMutation({
    mutationFn: () => deleteReceiver(id).catch(ignoreNotFound),
    onSuccess: async () => {
      guard.disable()
      await navigate(receiversPath, { replace: true })
      await removeReceiverCache(client, id)
    },
    onError: (error) => snackbar.error(messageOf(error)),
  })

  return { create, cancel }
}

/** Saves the form before the page is left, where it is valid. */
function useSaveBeforeLeaving({ id }: ReceiverView, form: ReceiverForm): () => Promise<boolean> {
  const client = useQueryClient()
  return async () => {
    try {
      await setReceiverCache(client, await saveReceiver(id, await checkReceiverForm(form)))
      return true
    } catch {
      return false
    }
  }
}

interface CreateReceiverProps {
  receiver: ReceiverView
  /** The receiver's notifications, beneath its settings. */
  renderNotifications: (typed: TypedReceiver) => ReactNode
}

/** A receiver that is being created: its address is there, and opens with Create. */
export function CreateReceiver(props: CreateReceiverProps) {
  const state = useReceiverForm(props.receiver)
  return (
    <LeaveGuard
      isActive
      saveBeforeLeaving={useSaveBeforeLeaving(props.receiver, state.form)}
      title="Leave this receiver?"
      message="It is not created yet, and answers nobody. Its draft is kept for 24 hours, and stands above your receivers."
      stayLabel="Keep editing"
    >
      <CreateForm {...props} state={state} />
    </LeaveGuard>
  )
}

function CreateForm({ receiver, renderNotifications, state }: CreateReceiverProps & { state: ReceiverFormState }) {
  const { create, cancel } = useCreateActions(receiver, {
    onCreated: startOver,
    onRejected: state.reject,
  })
  const submit = () => {
    if (!create.isPending && !cancel.isPending) create.mutate(state.form)
  }
  useEditKeys({ isEnabled: true, onSave: submit })
  const form = useFocusFirstError<HTMLFormElement>(state.rejections)
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
        <EndpointPanel url={receiver.url} note="This URL is reserved for you. It goes live when you click Create." />
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
