import type { ProjectView } from '@knockwire/domain/definitions/apply'
import { Anchor, Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { ConfirmDialog } from '../../../components/ui/dialogs/confirm-dialog.tsx'
import { EmptyState, ErrorState } from '../../../components/ui/feedback/empty-state.tsx'
import { Tag } from '../../../components/ui/layout/panel-section.tsx'
import { RelativeTime } from '../../../components/ui/feedback/relative-time.tsx'
import { SkeletonRows } from '../../../components/ui/feedback/skeleton-rows.tsx'
import { useViewOnly } from '../../../lib/session/account.ts'
import { api } from '../../../lib/api/api-client.ts'
import { messageOf } from '../../../lib/api/api-error.ts'
import { snackbar } from '../../../lib/browser/snackbar.ts'
import classes from '../account.module.css'
import { projectsQuery } from '../queries.ts'
import { editedParts } from './edited-parts.ts'
import { pathOfObject } from './object-path.ts'

export function ProjectList() {
  const { data, error, refetch } = useQuery(projectsQuery)
  const [leaving, setLeaving] = useState<ProjectView>()
  const [isAsking, setIsAsking] = useState(false)
  if (data === undefined) {
    if (error)
      return <ErrorState title="The projects could not be loaded." error={error} onRetry={() => void refetch()} />
    return <SkeletonRows label="Loading projects…" rows={2} />
  }
  if (data.results.length === 0) {
    return (
      <EmptyState title="No projects yet">
        <p>
          <code className={classes.mono}>knockwire export</code> writes a file of what you have. What it manages stays
          visible and can still be changed here.
        </p>
      </EmptyState>
    )
  }
  const ask = (project: ProjectView) => {
    setLeaving(project)
    setIsAsking(true)
  }
  return (
    <>
      <ul className={classes.list} aria-label="Projects">
        {data.results.map((project) => (
          <ProjectItem key={project.project} project={project} onStop={() => ask(project)} />
        ))}
      </ul>
      {leaving && <StopManagingDialog project={leaving} opened={isAsking} onClose={() => setIsAsking(false)} />}
    </>
  )
}

const counted = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`

function ProjectItem({ project, onStop }: { project: ProjectView; onStop: () => void }) {
  const viewOnly = useViewOnly()
  const { drift } = project
  return (
    <li className={classes.item}>
      <div className={classes.itemText}>
        <p className={classes.itemName}>
          {project.project}
          {drift.length > 0 && <Tag tone="bad">{counted(drift.length, 'manual edit')}</Tag>}
        </p>
        <p className={classes.itemMeta}>
          {project.source !== null && <span className={classes.mono}>{project.source}</span>}
          <span>
            {counted(project.tasks, 'task')}, {counted(project.receivers, 'receiver')}
          </span>
          <span>Revision {project.revision}</span>
          {project.appliedAt !== null && (
            <span>
              Applied <RelativeTime at={project.appliedAt} />
            </span>
          )}
        </p>
        {drift.length > 0 && <Drift drift={drift} />}
      </div>
      <Button variant="default" {...viewOnly} onClick={onStop} aria-label={`Stop managing ${project.project}`}>
        Stop managing
      </Button>
    </li>
  )
}

/** What was edited by hand since the file was applied: the next apply takes it back. */
function Drift({ drift }: Pick<ProjectView, 'drift'>) {
  return (
    <>
      <p className={classes.hint}>Edited by hand since the last apply. The next apply overwrites these edits.</p>
      <ul className={classes.drift} aria-label="Manual edits">
        {drift.map(({ kind, key, id, editedAt, paths }) => (
          <li key={`${kind}${id}`}>
            <Anchor component={Link} to={pathOfObject({ kind, id })} inherit underline="always">
              {key}
            </Anchor>
            {paths.length > 0 && (
              <>
                {': '}
                {editedParts(paths).join(', ')}
              </>
            )}
            , edited <RelativeTime at={editedAt} />
          </li>
        ))}
      </ul>
    </>
  )
}

interface StopManagingDialogProps {
  project: ProjectView
  opened: boolean
  onClose: () => void
}

function StopManagingDialog({ project: { project }, opened, onClose }: StopManagingDialogProps) {
  const client = useQueryClient()
  const stop = useMutation({
    mutationFn: () => api.delete(`/api/v1/projects/${project}?resources=detach`),
    onSuccess: () => {
      snackbar.info(`Project ${project} no longer manages anything`)
      onClose()
    },
    onSettled: () => client.invalidateQueries(),
  })
  return (
    <ConfirmDialog
      opened={opened}
      title="Stop managing this project?"
      cancelLabel="Cancel"
      confirmLabel="Stop managing"
      isBusy={stop.isPending}
      error={stop.isError ? messageOf(stop.error) : undefined}
      onCancel={onClose}
      onConfirm={() => stop.mutate()}
      onClosed={stop.reset}
    >
      The tasks and receivers of <strong>{project}</strong> stay as they are and are managed by hand from now on.
      Applying the file again puts them back under its management.
    </ConfirmDialog>
  )
}
