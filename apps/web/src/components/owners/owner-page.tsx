import type { FieldErrors } from '@knockwire/domain/errors'
import { type ReactNode, Suspense, useCallback } from 'react'
import { isStatus } from '../../lib/api/api-error.ts'
import type { Editor } from '../../lib/editing/use-editor.ts'
import { paths } from '../../lib/navigation/paths.ts'
import type { OwnerKind } from '../../lib/owners/owner-kind.ts'
import { DefinitionNotes } from '../definition/definition-notes.tsx'
import { SectionsSkeleton } from '../layouts/detail-states.tsx'
import { LeaveGuard, useLeaveGuard } from '../ui/dialogs/leave-guard.tsx'
import { SectionBoundary } from '../ui/feedback/section-boundary.tsx'
import { PageTabs } from '../ui/layout/page-tabs.tsx'
import { OwnerHeader, type ShownOwner } from './owner-header.tsx'
import { SaveConflict } from './save-conflict.tsx'
import { type OwnerActions, useOwnerActions } from './use-owner-actions.ts'

interface Stored {
  id: string
  version: number
}

interface OwnerPageProps<Values extends object, Base extends Stored> {
  owner: OwnerKind<Base, never, unknown>
  shown: Base & ShownOwner
  heading: string
  /** What it is called in a sentence. */
  name: string
  editor: Editor<Values, Base>
  /** It was deleted elsewhere while something unsaved is on this page. */
  isDeleted: boolean
  /** The fields for which it cannot be activated. */
  onRejected?: (errors: FieldErrors) => void
  /** What else can be done with it, beside its heading. */
  headerActions?: ReactNode
  /** How it is, below its heading. */
  status?: ReactNode
  /** Where it was deleted elsewhere: what can become of what was typed. */
  deleted: ReactNode
  /** Above the tabs. */
  renderNotices?: (actions: OwnerActions, isDeleted: boolean) => ReactNode
  settings: ReactNode
  /** The History tab, where the URL names it. */
  history: ReactNode
}

/** The header and tabs of an owner. Edits survive a visit to the History tab, and are not left without asking. */
export function OwnerPage<Values extends object, Base extends Stored>(props: OwnerPageProps<Values, Base>) {
  const { owner, shown, editor } = props
  const path = paths.owner({ kind: owner.kind, id: shown.id })
  return (
    <LeaveGuard
      isActive={editor.isDirty}
      isAllowed={useCallback((pathname: string) => pathname.startsWith(path), [path])}
      title="Leave without saving?"
      message={`Your changes to this ${owner.kind} are not saved. They will be lost.`}
      stayLabel="Keep editing"
    >
      <OwnerPageContent {...props} path={path} />
      <SaveConflict thing={owner.kind} saving={editor} />
    </LeaveGuard>
  )
}

function OwnerPageContent<Values extends object, Base extends Stored>({
  path,
  ...props
}: OwnerPageProps<Values, Base> & { path: string }) {
  const { owner, shown, editor, history, settings } = props
  const isDeleted = props.isDeleted || isStatus(editor.error, 404)
  const guard = useLeaveGuard()
  const actions = useOwnerActions(owner, shown.id, { onRejected: props.onRejected, onDeleted: guard.disable })
  return (
    <>
      <OwnerHeader
        owner={owner}
        shown={shown}
        heading={props.heading}
        name={props.name}
        isDeleted={isDeleted}
        actions={actions}
      >
        {props.headerActions}
      </OwnerHeader>
      {!isDeleted && <DefinitionNotes of={shown} />}
      {!isDeleted && props.status}
      {isDeleted && Object.keys(editor.values).length > 0 && <Suspense fallback={null}>{props.deleted}</Suspense>}
      {props.renderNotices?.(actions, isDeleted)}
      <PageTabs
        label={owner.title}
        tabs={[
          { to: path, text: 'Settings', isUnsaved: editor.isDirty },
          { to: paths.history({ kind: owner.kind, id: shown.id }), text: 'History' },
        ]}
      />
      {history === null ? (
        <Suspense fallback={<SectionsSkeleton label="Loading settings..." sections={owner.settingsShape} />}>
          {settings}
        </Suspense>
      ) : (
        <SectionBoundary section="The history">{history}</SectionBoundary>
      )}
    </>
  )
}
