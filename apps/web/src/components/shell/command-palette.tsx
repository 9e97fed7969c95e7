import '../../theme/mantine-later-styles.ts'
import '@mantine/spotlight/styles.css'
import { useDebouncedValue } from '@mantine/hooks'
import { VisuallyHidden } from '@mantine/core'
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight'
import { IconBolt, IconClockPlay, IconWebhook } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { exactNumber } from '../../lib/format/format.ts'
import { useIsViewer } from '../../lib/session/account.ts'
import { paths } from '../../lib/navigation/paths.ts'
import { paletteReceiversQuery, paletteTasksQuery } from './palette-queries.ts'
import { hasPlans } from '../../lib/session/instance.ts'

interface Command {
  id: string
  group: 'Recent tasks' | 'Actions' | 'Tasks' | 'Receivers'
  label: string
  description?: string
  path: string
}

const actions: readonly Command[] = [
  { id: 'create-task', group: 'Actions', label: 'Create task', path: paths.newDraft },
  { id: 'overview', group: 'Actions', label: 'Go to Overview', path: paths.overview },
  { id: 'tasks', group: 'Actions', label: 'Go to Tasks', path: paths.tasks },
  { id: 'failing', group: 'Actions', label: 'Show failing tasks', path: paths.tasksIn('FAILING') },
  { id: 'receivers', group: 'Actions', label: 'Go to Receivers', path: paths.receivers },
  { id: 'account', group: 'Actions', label: hasPlans ? 'Plan and billing' : 'Usage', path: paths.account },
  { id: 'security', group: 'Actions', label: 'Security', path: paths.accountTab('security') },
  { id: 'tokens', group: 'Actions', label: 'API tokens', path: paths.accountTab('tokens') },
  { id: 'support', group: 'Actions', label: 'Support', path: paths.support },
]

const debounceMs = 150

interface Found {
  /** In the order in which they are shown. */
  found: Command[]
  hasFailed: boolean
  /** What was found before is shown until the server has answered. */
  isSearching: boolean
}

/** Tasks and receivers by the server's search. */
function useFound(query: string): Found {
  const [search] = useDebouncedValue(query.trim().slice(0, 200), debounceMs)
  const tasks = useQuery({ ...paletteTasksQuery(search), placeholderData: keepPreviousData })
  const receivers = useQuery({ ...paletteReceiversQuery(search), placeholderData: keepPreviousData })
  const isViewer = useIsViewer()
  const isMatching = (text: string) => text.toLowerCase().includes(query.trim().toLowerCase())
  const found = [
    ...(tasks.data?.results ?? []).map(({ id, name, request: { target } }): Command => ({
      id,
      group: query.trim() === '' ? 'Recent tasks' : 'Tasks',
      label: name ?? target.uri,
      description: target.uri,
      path: paths.task(id),
    })),
    ...(receivers.data?.results ?? []).map(({ id, name, url }): Command => ({
      id,
      group: 'Receivers',
      label: name,
      description: url,
      path: paths.receiver(id),
    })),
    ...actions.filter(({ id, label }) => isMatching(label) && !(isViewer && id === 'create-task')),
  ]
  return {
    found: groups.flatMap((group) => found.filter((command) => command.group === group)),
    hasFailed: tasks.isError || receivers.isError,
    isSearching: search !== query.trim().slice(0, 200) || tasks.isFetching || receivers.isFetching,
  }
}

const groups = ['Recent tasks', 'Tasks', 'Receivers', 'Actions'] as const

const icons = {
  'Recent tasks': IconClockPlay,
  Tasks: IconClockPlay,
  Receivers: IconWebhook,
  Actions: IconBolt,
} as const

const [store, spotlight] = createSpotlight()

/** The store does not say by itself that an arrow key has selected something else. */
const announceSelected = () => queueMicrotask(() => store.setState((state) => ({ ...state })))

/** Which of what was found Enter opens: the first, also of what the server finds after the typing. */
function useSelected(query: string, found: readonly Command[]): Command | undefined {
  const { selected } = useSpotlight(store)
  const ids = found.map(({ id }) => id).join(' ')
  const isTyped = query.trim() !== ''
  useEffect(() => {
    if (isTyped) store.setState((state) => ({ ...state, selected: 0 }))
  }, [ids, isTyped])
  return found[selected]
}

/** Finds tasks, receivers and actions by their names. Each time `openedAt` changes it opens. */
export function CommandPalette({ openedAt }: { openedAt: number }) {
  const navigate = useNavigate()
  const [query, setQuery] = useState('')
  const { found, hasFailed, isSearching } = useFound(query)
  const selected = useSelected(query, found)
  useEffect(() => spotlight.open(), [openedAt])
  const count = found.length === 1 ? '1 result' : `${exactNumber(found.length)} results`
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
      scrollable
      maxHeight={420}
      attributes={{ content: { 'aria-label': 'Command palette' } }}
    >
      <Spotlight.Search
        aria-label="Search tasks, receivers and actions"
        placeholder="Task, receiver or action"
        onKeyDown={announceSelected}
      />
      {/* The field keeps the focus, so what is found and what is selected of it would not be read. */}
      <VisuallyHidden role="status">{query.trim() !== '' && !isSearching && !hasFailed && count}</VisuallyHidden>
      <VisuallyHidden role="status">{!isSearching && selected?.label}</VisuallyHidden>
      <Spotlight.ActionsList>
        {groups.map((group) => {
          const Icon = icons[group]
          const ofGroup = found.filter((command) => command.group === group)
          if (ofGroup.length === 0) return null
          return (
            <Spotlight.ActionsGroup key={group} label={group}>
              {ofGroup.map(({ id, label, description, path }) => (
                <Spotlight.Action
                  key={id}
                  data-selected={id === selected?.id || undefined}
                  label={label}
                  leftSection={<Icon size={16} aria-hidden />}
                  {...(description !== undefined && description !== label && { description })}
                  onClick={() => void navigate(path)}
                />
              ))}
            </Spotlight.ActionsGroup>
          )
        })}
        {hasFailed && <Spotlight.Empty>Tasks and receivers could not be searched.</Spotlight.Empty>}
        {found.length === 0 && !hasFailed && <Spotlight.Empty>Nothing found.</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}
