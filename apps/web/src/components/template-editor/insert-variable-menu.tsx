import '../../theme/mantine-later-styles.ts'
import type { TemplateVariable } from '@knockwire/domain/templates/variables'
import { Button, Menu } from '@mantine/core'
import { IconBraces } from '@tabler/icons-react'
import { useState } from 'react'
import { useCloseOnEscape } from '../overlays/use-close-on-escape.ts'
import classes from './template-editor.module.css'

interface InsertVariableMenuProps {
  variables: readonly TemplateVariable[]
  /** The field that it inserts into, for its name. */
  fieldLabel: string
  onInsert: (variable: TemplateVariable) => void
}

export function InsertVariableMenu({ variables, fieldLabel, onInsert }: InsertVariableMenuProps) {
  const [isOpen, setOpen] = useState(false)
  useCloseOnEscape(isOpen, setOpen)
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-end" withinPortal={false} returnFocus={false} width={340}>
      <Menu.Target>
        <Button
          variant="subtle"
          className={classes.insert ?? ''}
          leftSection={<IconBraces size={16} aria-hidden />}
          aria-label={`Insert variable into ${fieldLabel}`}
          // The dialog around it must not take the key for its own.
          data-mantine-stop-propagation={isOpen || undefined}
        >
          Insert variable
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.variables ?? ''}>
        {variables.map((variable) => (
          <Menu.Item key={variable.name} onClick={() => onInsert(variable)}>
            <span className={classes.variable}>{variable.name}</span>
            <span className={classes.meaning}>{variable.description}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface Selection {
  start: number
  end: number
}

/** The text with what was inserted in the place of what was selected; `caret` stands behind it. */
export function insertText(text: string, { start, end }: Selection, inserted: string): { text: string; caret: number } {
  return { text: text.slice(0, start) + inserted + text.slice(end), caret: start + inserted.length }
}

/** A variable as a template writes it. */
export const variableTag = ({ name }: { name: string }) => `{{ ${name} }}`
