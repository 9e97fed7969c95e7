import type { TemplateVariable } from '@knockwire/domain/templates/variables'
import { Button, Menu } from '@mantine/core'
import { IconBraces } from '@tabler/icons-react'
import classes from './template-editor.module.css'

interface InsertVariableMenuProps {
  variables: readonly TemplateVariable[]
  /** The field that it inserts into, for its name. */
  fieldLabel: string
  onInsert: (variable: TemplateVariable) => void
}

export function InsertVariableMenu({ variables, fieldLabel, onInsert }: InsertVariableMenuProps) {
  return (
    <Menu position="bottom-end" withinPortal={false} returnFocus={false} width={340}>
      <Menu.Target>
        <Button
          variant="subtle"
          className={classes.insert ?? ''}
          leftSection={<IconBraces size={16} aria-hidden />}
          aria-label={`Insert variable into ${fieldLabel}`}
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
