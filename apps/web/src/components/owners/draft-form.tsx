import { Button } from '@mantine/core'
import { type ReactNode, type RefObject, Suspense, useEffect } from 'react'
import { isStatus, messageOf } from '../../lib/api/api-error.ts'
import { useEditKeys } from '../../lib/editing/use-edit-keys.ts'
import type { OwnerKind } from '../../lib/owners/owner-kind.ts'
import { lazyPart } from '../../lib/navigation/lazy-part.ts'
import { CopyAsYaml } from '../definition/copy-as-yaml.tsx'
import { LeaveGuard, useLeaveGuard } from '../ui/dialogs/leave-guard.tsx'
import creation from '../ui/fields/creation-form.module.css'
import { BackLink, PageHeader } from '../ui/layout/page-header.tsx'
import type { SaveProgress } from './auto-save.ts'
import classes from './draft-form.module.css'
import type { DraftEditing } from './use-draft.ts'

const DeletedDraft = lazyPart(async () => (await import('./deleted-draft.tsx')).DeletedDraft)

interface Stored {
  id: string
  version: number
}

interface DraftFormProps<Values extends object, Base extends Stored> {
  owner: Pick<OwnerKind<unknown, never, unknown>, 'kind' | 'title' | 'listPath' | 'createDraft' | 'draftPath'>
  draft: DraftEditing<Values, Base>
  /** What one is good for, in a line. */
  description: string
  /** What becomes of one that is left. */
  leaving: { title: string; message: string }
  within: RefObject<HTMLFormElement | null>
  /** All of its settings, as one form. */
  children: ReactNode
}

const leavingDeleted = {
  title: 'Leave without saving?',
  message: 'This draft was deleted. What you typed will be lost.',
}

/** The page of an owner that is being created. */
export function DraftForm<Values extends object, Base extends Stored>(props: DraftFormProps<Values, Base>) {
  const { draft, leaving } = props
  return (
    <LeaveGuard
      isActive={!draft.isUntouched}
      saveBeforeLeaving={draft.saveBeforeLeaving}
      stayLabel="Keep editing"
      {...(draft.isDeleted ? leavingDeleted : leaving)}
    >
      <GuardedForm {...props} />
    </LeaveGuard>
  )
}

function GuardedForm<Values extends object, Base extends Stored>({
  owner,
  draft,
  description,
  within,
  children,
}: DraftFormProps<Values, Base>) {
  const { kind, title, listPath } = owner
  const control = useLeaveGuard()
  useEffect(() => draft.guardBy(control))
  const isBusy = draft.isSaving || draft.isCancelling
  useEditKeys({ isEnabled: !draft.isDeleted, onSave: draft.create })
  return (
    <>
      <PageHeader
        title={`Create ${kind}`}
        before={<BackLink to={listPath} label={`${title}s`} />}
        description={description}
      />
      <form
        ref={within}
        aria-label={`Create ${kind}`}
        className={creation.form}
        onBlur={draft.onBlur}
        onSubmit={(event) => event.preventDefault()}
      >
        {children}
        {draft.isDeleted ? (
          <div className={creation.foot}>
            <div className={classes.deleted}>
              <Suspense fallback={null}>
                <DeletedDraft owner={owner} saveAs={draft.saveAs} />
              </Suspense>
            </div>
          </div>
        ) : (
          <div className={creation.foot}>
            {draft.progress && <DraftStatus progress={draft.progress} onRetry={draft.saveAgain} />}
            <CopyAsYaml
              kind={kind}
              id={draft.id}
              disabled={isBusy}
              check={draft.validate}
              save={draft.saveBeforeLeaving}
            />
            <Button variant="default" loading={draft.isCancelling} disabled={draft.isSaving} onClick={draft.cancel}>
              Cancel
            </Button>
            <Button loading={draft.isSaving} disabled={draft.isCancelling} onClick={draft.create}>
              Create
            </Button>
          </div>
        )}
      </form>
    </>
  )
}

interface DraftStatusProps {
  progress: SaveProgress
  onRetry: () => void
}

const labels = { untouched: '', pending: 'Unsaved changes', saving: 'Saving…', saved: 'Draft saved' } as const

/** Whether the draft is saved. */
function DraftStatus({ progress: { state, error }, onRetry }: DraftStatusProps) {
  return (
    <div role="status" className={classes.status} data-state={state}>
      {state === 'failed' ? (
        <>
          <span>
            Draft not saved. {messageOf(error)}
            {isStatus(error, 0) && ' It will be saved once you are back online.'}
          </span>
          <Button variant="subtle" size="compact-sm" onClick={onRetry}>
            Try again
          </Button>
        </>
      ) : (
        labels[state]
      )}
    </div>
  )
}
