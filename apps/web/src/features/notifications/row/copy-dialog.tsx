import { mostCopies } from '@knockwire/domain/notifications/notification-limits'
import type { TaskListItem } from '@knockwire/domain/tasks/task'
import { Button, Group, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Modal } from '../../../components/overlays/modal.tsx'
import { ErrorState } from '../../../components/ui/feedback/empty-state.tsx'
import { SkeletonRows } from '../../../components/ui/feedback/skeleton-rows.tsx'
import { messageOf } from '../../../lib/api/api-error.ts'
import { exactNumber } from '../../../lib/format/format.ts'
import { snackbar } from '../../../lib/browser/snackbar.ts'
import type { StoredNotification } from '../notification-form.ts'
import type { NotificationOwner } from '../owner.ts'
import { loadAllIds, useCopyNotification, useTasksToCopyTo } from './copy-queries.ts'
import { copyResult, isCopiedToAll } from './copy-result.ts'
import classes from './row.module.css'

interface CopyDialogProps {
  owner: NotificationOwner
  notification: StoredNotification
  opened: boolean
  onClose: () => void
}

/** Copies a notification to the tasks that are chosen. */
export const CopyDialog = ({ opened, onClose, ...copied }: CopyDialogProps) => (
  <Modal opened={opened} onClose={onClose} title="Copy to other tasks" size={560}>
    <CopyForm {...copied} onClose={onClose} />
  </Modal>
)

const searchIdleMs = 200

function CopyForm({ owner, notification, onClose }: Omit<CopyDialogProps, 'opened'>) {
  const [search, setSearch] = useState('')
  const [settled] = useDebouncedValue(search.trim(), searchIdleMs)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const copy = useCopyNotification(notification.id)
  const submit = () =>
    copy.mutate([...chosen], {
      onSuccess: ({ results }) => {
        if (!isCopiedToAll(results)) return
        snackbar.info(copyResult(results))
        onClose()
      },
    })
  if (copy.data && !isCopiedToAll(copy.data.results))
    return <CopyResult text={copyResult(copy.data.results)} onClose={onClose} />
  const isTooMany = chosen.size > mostCopies
  return (
    <>
      <TextInput
        type="search"
        label="Search tasks"
        placeholder="Name or URL"
        maxLength={200}
        value={search}
        data-autofocus
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      <TaskChoice search={settled} ownId={owner.id} chosen={chosen} onChoose={setChosen} />
      {(copy.error || isTooMany) && (
        <Text role="alert" c="var(--mantine-color-error)" mt="sm">
          {copy.error ? messageOf(copy.error) : `Choose at most ${exactNumber(mostCopies)} tasks at once.`}
        </Text>
      )}
      <Group justify="space-between" gap="xs" mt="lg">
        <Text size="sm" c="dimmed" aria-live="polite">
          {exactNumber(chosen.size)} selected
        </Text>
        <Group gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={chosen.size === 0 || isTooMany} loading={copy.isPending} onClick={submit}>
            Copy
          </Button>
        </Group>
      </Group>
    </>
  )
}

/** What could not be copied stays to be read. */
function CopyResult({ text, onClose }: { text: string; onClose: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <>
      <Text role="status">{text}</Text>
      <Group justify="flex-end" mt="lg">
        <Button ref={button} onClick={onClose}>
          Close
        </Button>
      </Group>
    </>
  )
}

interface TaskChoiceProps {
  search: string
  /** The task that the notification is of. */
  ownId: string
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
}

function TaskChoice({ search, ownId, chosen, onChoose }: TaskChoiceProps) {
  const found = useTasksToCopyTo(search)
  const loadAll = useMutation({ mutationFn: () => loadAllIds(search) })
  if (found.isError)
    return (
      <ErrorState title="The tasks could not be loaded." error={found.error} onRetry={() => void found.refetch()} />
    )
  if (!found.data) return <SkeletonRows label="Loading tasks..." rows={5} rowHeight={44} />
  const { results, total } = found.data
  const shown = results.filter(({ id }) => id !== ownId)
  const matching = total - (results.length - shown.length)
  const areAllChosen = shown.length > 0 && chosen.size >= matching && shown.every(({ id }) => chosen.has(id))
  const toggleAll = async () => {
    const isWhole = results.length >= total
    const ids = isWhole ? shown.map(({ id }) => id) : await loadAll.mutateAsync().catch(() => null)
    if (ids === null) return
    onChoose(
      toggled(
        chosen,
        ids.filter((id) => id !== ownId),
        !areAllChosen,
      ),
    )
  }
  if (shown.length === 0)
    return <p className={classes.none}>{search === '' ? 'There is no other task.' : 'No other task matches.'}</p>
  return (
    <>
      <CheckRow className={classes.all} isChecked={areAllChosen} onChange={() => void toggleAll()}>
        {search === '' ? `All ${exactNumber(matching)} other tasks` : `All ${exactNumber(matching)} that match`}
      </CheckRow>
      {loadAll.error && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)">
          {messageOf(loadAll.error)}
        </Text>
      )}
      <ul className={classes.tasks} aria-label="Tasks">
        {shown.map((task) => (
          <li key={task.id}>
            <CheckRow
              isChecked={chosen.has(task.id)}
              onChange={() => onChoose(toggled(chosen, [task.id], !chosen.has(task.id)))}
            >
              <TaskText task={task} />
            </CheckRow>
          </li>
        ))}
      </ul>
      {results.length < total && (
        <Text size="sm" c="dimmed" mt={4}>
          The first {shown.length} are listed. Search to see others.
        </Text>
      )}
    </>
  )
}

const toggled = (chosen: ReadonlySet<string>, ids: readonly string[], isChosen: boolean): ReadonlySet<string> => {
  const next = new Set(chosen)
  for (const id of ids) {
    if (isChosen) next.add(id)
    else next.delete(id)
  }
  return next
}

function TaskText({ task: { name, request } }: { task: TaskListItem }) {
  const { uri } = request.target
  return (
    <span className={classes.taskText}>
      {name ?? uri}
      {name !== null && <span className={classes.taskUrl}>{uri}</span>}
    </span>
  )
}

interface CheckRowProps {
  isChecked: boolean
  onChange: () => void
  children: ReactNode
  className?: string | undefined
}

const CheckRow = ({ isChecked, onChange, children, className = '' }: CheckRowProps) => (
  <label className={`${classes.task} ${className}`}>
    <input type="checkbox" className={classes.checkbox} checked={isChecked} onChange={onChange} />
    {children}
  </label>
)
