import '../../../../theme/mantine-later-styles.ts'
import type { ReceivedRequestView } from '@knockwire/domain/receivers/receiver'
import { Button, Checkbox, Text, Textarea, TextInput } from '@mantine/core'
import { IconPencil, IconSend } from '@tabler/icons-react'
import { FormActions, FormModal, useUnsavedForm } from '../../../../components/overlays/form-modal.tsx'
import { MethodBadge } from '../../../../components/ui/layout/request-line.tsx'
import { RelativeTime } from '../../../../components/ui/feedback/relative-time.tsx'
import { messageOf } from '../../../../lib/api/api-error.ts'
import { bytes } from '../../../../lib/format/format.ts'
import { ReplayOutcome, ReplayResponse } from './replay-response.tsx'
import classes from './replay.module.css'
import { useReplay } from './use-replay.ts'

interface ReplayDialogProps {
  opened: boolean
  /** The last one stays while the dialog closes. */
  request: ReceivedRequestView | null
  onClose: () => void
}

/** Sends a recorded request again, and shows what came back. */
export function ReplayDialog({ opened, request, onClose }: ReplayDialogProps) {
  return (
    <FormModal opened={opened} onClose={onClose} title="Replay request" size="xl">
      {request && <ReplayForm key={request.id} request={request} />}
    </FormModal>
  )
}

function ReplayForm({ request }: { request: ReceivedRequestView }) {
  const replay = useReplay(request)
  useUnsavedForm(replay.isDirty ? 'The replay that you are editing is not sent. It will be lost.' : null)
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        replay.send()
      }}
    >
      <Text size="sm" c="dimmed">
        Sends this request again with the same method, headers and body unless you edit them. The replay is not added to
        the history.
      </Text>
      <div className={classes.what}>
        <MethodBadge method={request.httpMethod} />
        <span>
          {bytes(request.requestBody.bytes)}, received <RelativeTime at={request.createdAt} />
        </span>
      </div>
      <div className={classes.target}>
        <TextInput
          label="URL"
          name="uri"
          placeholder="e.g. https://example.com/webhook"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={2048}
          data-autofocus
          classNames={{ input: classes.mono ?? '' }}
          value={replay.uri}
          error={replay.error.uri}
          onChange={({ currentTarget }) => replay.change(currentTarget.value)}
        />
        <Button type="submit" loading={replay.isSending} leftSection={<IconSend size={16} aria-hidden />}>
          Send
        </Button>
      </div>
      {replay.rest !== '' && (
        <Checkbox
          label="Keep the path and query of the request"
          description={replay.uri.trim() === '' ? replay.rest : replay.sentTo}
          classNames={{ description: classes.sentTo ?? '' }}
          checked={replay.keepsRest}
          onChange={({ currentTarget }) => replay.setKeepsRest(currentTarget.checked)}
        />
      )}
      <EditedFields replay={replay} />
      <div role="status">{replay.response && <ReplayOutcome response={replay.response} />}</div>
      {replay.response?.kind === 'response' && <ReplayResponse response={replay.response} />}
      <FormActions />
    </form>
  )
}

/** The headers with their secret values, one a line, and the body where it is text. */
function EditedFields({ replay: { edited, edit, error, changeEdited } }: { replay: ReturnType<typeof useReplay> }) {
  if (edited === null) {
    return (
      <div>
        <Button
          variant="subtle"
          leftSection={<IconPencil size={16} aria-hidden />}
          loading={edit.isPending}
          onClick={() => edit.mutate()}
        >
          Edit request
        </Button>
        {edit.isError && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {messageOf(edit.error)}
          </Text>
        )}
      </div>
    )
  }
  return (
    <>
      <Textarea
        label="Headers"
        description="One per line, with secret values. Host and Content-Length are set automatically."
        autosize
        minRows={3}
        maxRows={10}
        spellCheck={false}
        classNames={{ input: classes.mono ?? '' }}
        value={edited.headers}
        error={error.headers}
        onChange={({ currentTarget }) => changeEdited({ headers: currentTarget.value })}
      />
      {edited.body === null ? (
        <Text size="sm" c="dimmed">
          The body is sent as received, because it is binary or too long to edit here.
        </Text>
      ) : (
        <Textarea
          label="Body"
          autosize
          minRows={3}
          maxRows={14}
          spellCheck={false}
          classNames={{ input: classes.mono ?? '' }}
          value={edited.body}
          error={error.body}
          onChange={({ currentTarget }) => changeEdited({ body: currentTarget.value })}
        />
      )}
    </>
  )
}
