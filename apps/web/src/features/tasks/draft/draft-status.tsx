import { Button } from '@mantine/core'
import { messageOf } from '../../../lib/api-error.ts'
import classes from './draft.module.css'
import type { SaveProgress } from './use-auto-save.ts'

interface DraftStatusProps {
  progress: SaveProgress
  onRetry: () => void
}

const words = { untouched: '', pending: 'Unsaved changes', saving: 'Saving…', saved: 'Draft saved' } as const

/** Whether what is typed is kept. */
export function DraftStatus({ progress, onRetry }: DraftStatusProps) {
  const { state, error } = progress
  return (
    <div role="status" className={classes.status} data-state={state}>
      {state === 'failed' ? (
        <>
          <span>Draft not saved. {messageOf(error)}</span>
          <Button variant="subtle" size="compact-sm" onClick={onRetry}>
            Save again
          </Button>
        </>
      ) : (
        words[state]
      )}
    </div>
  )
}
