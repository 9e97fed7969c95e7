import { Button } from '@mantine/core'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { useViewOnly } from '../../../lib/session/account.ts'
import { focusFirstField, hasLostFocus } from '../../../lib/browser/focus.ts'
import { Panel } from './panel.tsx'
import classes from './settings-section.module.css'

/**
 * `opening`: read, until its editor is loaded. `create`: the buttons are those of the whole form. `failed`: they are those of what
 * is shown in the place of its editor.
 */
export type SectionMode = 'read' | 'opening' | 'edit' | 'create' | 'failed'

interface SettingsSectionProps {
  title: string
  mode: SectionMode
  isSaving?: boolean
  onEdit?: () => void
  onSave?: () => void
  onCancel?: () => void
  children: ReactNode
}

/** A part of the settings that is read, or edited separately. */
export function SettingsSection(props: SettingsSectionProps) {
  const { title, mode, isSaving = false, onEdit, onSave, onCancel, children } = props
  const titleId = useId()
  const viewOnly = useViewOnly()
  const section = useFocusAfterSwitch(mode)
  return (
    <Panel>
      <section ref={section} aria-labelledby={titleId}>
        <div className={classes.head}>
          <h2 id={titleId} className={classes.title}>
            {title}
          </h2>
          {(mode === 'read' || mode === 'opening') && (
            <Button
              variant="default"
              {...viewOnly}
              loading={mode === 'opening'}
              onClick={onEdit}
              aria-describedby={titleId}
            >
              Edit
            </Button>
          )}
        </div>
        {children}
        {mode === 'edit' && (
          <div className={classes.foot}>
            <Button onClick={onSave} loading={isSaving}>
              Save
            </Button>
            <Button variant="default" onClick={onCancel} disabled={isSaving}>
              Cancel
            </Button>
            <span className={classes.keys}>Ctrl/⌘ + Enter saves, Esc cancels</span>
          </div>
        )}
      </section>
    </Panel>
  )
}

/** The button that switched the mode goes with it: the keyboard goes on at the first field, or at Edit. */
function useFocusAfterSwitch(mode: SectionMode) {
  const section = useRef<HTMLElement>(null)
  const before = useRef(mode)
  useEffect(() => {
    if (before.current === mode) return
    before.current = mode
    if (mode === 'opening') return
    if (mode !== 'read') return focusFirstField(section.current)
    if (hasLostFocus()) section.current?.querySelector<HTMLElement>('button')?.focus()
  }, [mode])
  return section
}
