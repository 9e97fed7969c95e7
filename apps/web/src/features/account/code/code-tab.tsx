import { Anchor, Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { PanelSection } from '../../../components/ui/layout/panel-section.tsx'
import { useViewOnly } from '../../../lib/session/account.ts'
import { instance } from '../../../lib/session/instance.ts'
import { lazyPart } from '../../../lib/navigation/lazy-part.ts'
import classes from '../account.module.css'
import { ProjectList } from './project-list.tsx'
import { SecretList } from './secret-list.tsx'

/** Loaded when it first opens. */
const SecretDialog = lazyPart(async () => (await import('./secret-dialog.tsx')).SecretDialog, {
  close: ({ onClose }) => onClose(),
})

/** Which secret is being stored; an empty name is a new one’s. */
interface Storing {
  name: string
  isOpen: boolean
}

/** What files manage, and the secrets that they refer to. */
export function CodeTab() {
  const viewOnly = useViewOnly()
  const [storing, setStoring] = useState<Storing>()
  const open = (name: string) => setStoring({ name, isOpen: true })
  return (
    <div className={classes.stack}>
      <PanelSection
        title="Projects"
        lead={
          <>
            A project is a file of tasks and receivers that you keep in Git and apply with{' '}
            <code className={classes.mono}>knockwire apply</code>.
            {instance.hasSite && (
              <>
                {' '}
                <Anchor href="/docs/as-code" target="_blank" rel="noopener" underline="always">
                  Monitors in Git
                </Anchor>{' '}
                explains how.
              </>
            )}
          </>
        }
      >
        <ProjectList />
      </PanelSection>
      <PanelSection
        title="Secrets"
        lead={
          <>
            Write <code className={classes.mono}>{'${secret:NAME}'}</code> in a URL, header, body or password. The value
            is put in when a request is sent, and is never shown again.
          </>
        }
        action={
          <Button {...viewOnly} onClick={() => open('')}>
            Add secret
          </Button>
        }
      >
        <SecretList onReplace={open} />
      </PanelSection>
      {storing && (
        <Suspense fallback={null}>
          <SecretDialog
            key={storing.name}
            opened={storing.isOpen}
            name={storing.name}
            onClose={() => setStoring({ ...storing, isOpen: false })}
          />
        </Suspense>
      )}
    </div>
  )
}
