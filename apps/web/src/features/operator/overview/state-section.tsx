import type { InstanceStateInput, InstanceStateView } from '@knockwire/domain/operator/operator'
import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '../../../components/ui/dialogs/confirm-dialog.tsx'
import { PanelSection } from '../../../components/ui/layout/panel-section.tsx'
import { Switch } from '../../../components/ui/fields/switch.tsx'
import { useUnsavedWork } from '../../../lib/editing/unsaved-work.ts'
import { refreshAccount } from '../../../lib/session/account.ts'
import { api } from '../../../lib/api/api-client.ts'
import { messageOf } from '../../../lib/api/api-error.ts'
import { exactTime } from '../../../lib/format/format.ts'
import { snackbar } from '../../../lib/browser/snackbar.ts'
import classes from '../operator.module.css'
import { operatorPath } from '../queries.ts'
import { useAct } from '../use-act.ts'

interface Act {
  /** What is left out stays: another operator may have changed it since this page was read. */
  change: InstanceStateInput
  /** Once it is done. */
  message: string
}

/** What the server does and says at its operator's word. */
export function StateSection({ state }: { state: InstanceStateView }) {
  const client = useQueryClient()
  const [isPausing, setPausing] = useState(false)
  const { act, dialog } = useAct({
    call: ({ change }: Act) => api.send(`${operatorPath}/state`, change),
    onSuccess: ({ message }) => {
      setPausing(false)
      snackbar.info(message)
      // What stands above every page of this browser, too.
      return refreshAccount(client)
    },
  })
  const arePaused = state.callsPausedAt !== null
  const setPaused = (areCallsPaused: boolean) =>
    act.mutate({
      change: { areCallsPaused },
      message: areCallsPaused ? 'All calls are paused.' : 'Calls have resumed.',
    })
  return (
    <PanelSection title="Banner and calls">
      <BannerForm
        stored={state.banner}
        isSaving={act.isPending}
        onSave={(banner) =>
          act.mutate({
            change: { banner },
            message:
              banner === null ? 'The banner was removed.' : 'The banner will appear for everyone within a minute.',
          })
        }
      />
      {act.isError && !isPausing && (
        <p role="alert" className={classes.alert}>
          {messageOf(act.error)}
        </p>
      )}
      <Switch
        label="Pause all calls"
        description={
          state.callsPausedAt === null
            ? 'No task runs and no notification is sent while they are paused.'
            : `Paused since ${exactTime(Date.parse(state.callsPausedAt))}.`
        }
        checked={arePaused}
        onChange={(isOn) => (isOn ? setPausing(true) : setPaused(false))}
      />
      <ConfirmDialog
        opened={isPausing}
        title="Pause all calls?"
        cancelLabel="Cancel"
        confirmLabel="Pause all calls"
        isBusy={act.isPending}
        error={act.isError ? messageOf(act.error) : undefined}
        onCancel={() => setPausing(false)}
        onConfirm={() => setPaused(true)}
      >
        Within seconds no task runs and no notification is sent, in any account. Calls in flight end. When the pause
        ends, each task that is late runs once.
      </ConfirmDialog>
      {dialog}
    </PanelSection>
  )
}

interface BannerFormProps {
  stored: string | null
  isSaving: boolean
  onSave: (banner: string | null) => void
}

function BannerForm({ stored, isSaving, onSave }: BannerFormProps) {
  const [text, setText] = useState(stored ?? '')
  const typed = text.trim()
  // Saved here or by another operator: the form stays, and the focus in it, and what is being typed.
  const [known, setKnown] = useState(stored)
  if (stored !== known) {
    setKnown(stored)
    if (typed === (known ?? '')) setText(stored ?? '')
  }
  useUnsavedWork(typed !== (stored ?? ''), 'The banner is not saved. What you typed will be lost.')
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSave(typed === '' ? null : typed)
      }}
    >
      <TextInput
        label="Banner"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        description="A line above every page of everyone’s dashboard. Leave it empty for none."
        maxLength={300}
        autoComplete="off"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={isSaving} disabled={typed === (stored ?? '')}>
        {typed === '' && stored !== null ? 'Remove banner' : 'Save banner'}
      </Button>
    </form>
  )
}
