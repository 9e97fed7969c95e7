import { useState } from 'react'
import { Switch } from '../ui/fields/switch.tsx'
import { Modal } from '../overlays/modal.tsx'
import { areSingleKeysOn, turnSingleKeys } from './shortcuts.ts'
import classes from './shell.module.css'

const rows: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ['Ctrl/⌘', 'K'], does: 'Find a task, receiver or action' },
  { keys: ['/'], does: 'Focus the search' },
  { keys: ['c'], does: 'Create a task or receiver' },
  { keys: ['j'], does: 'Next row of a list' },
  { keys: ['k'], does: 'Previous row of a list' },
  { keys: ['Enter'], does: 'Open the row' },
  { keys: ['g', 'o'], does: 'Go to Overview' },
  { keys: ['g', 't'], does: 'Go to Tasks' },
  { keys: ['g', 'r'], does: 'Go to Receivers' },
  { keys: ['Ctrl/⌘', 'Enter'], does: 'Save changes' },
  { keys: ['Esc'], does: 'Cancel editing, close a dialog' },
  { keys: ['?'], does: 'Show keyboard shortcuts' },
]

const isSingleKey = (keys: readonly string[]): boolean => keys.every((key) => key.length === 1)

interface ShortcutsDialogProps {
  opened: boolean
  onClose: () => void
}

export function ShortcutsDialog({ opened, onClose }: ShortcutsDialogProps) {
  const [isOn, setOn] = useState(areSingleKeysOn)
  const turn = (turned: boolean) => {
    turnSingleKeys(turned)
    setOn(turned)
  }
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts" size={400}>
      <Switch label="Single-key shortcuts" checked={isOn} onChange={turn} />
      <dl className={classes.shortcuts} data-single-keys-off={!isOn || undefined}>
        {rows.map(({ keys, does }) => (
          <div key={does} className={classes.shortcut} data-single-key={isSingleKey(keys) || undefined}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
