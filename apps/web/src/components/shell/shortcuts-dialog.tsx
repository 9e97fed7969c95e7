import { Kbd } from '@mantine/core'
import { Modal } from '../overlays/modal.tsx'
import classes from './shell.module.css'

const rows: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ['Ctrl/⌘', 'K'], does: 'Find a task, receiver or action' },
  { keys: ['/'], does: 'Focus the search' },
  { keys: ['c'], does: 'Create a task or receiver' },
  { keys: ['j'], does: 'Next row of a list' },
  { keys: ['k'], does: 'Previous row of a list' },
  { keys: ['Enter'], does: 'Open the row' },
  { keys: ['g', 't'], does: 'Go to Tasks' },
  { keys: ['g', 'r'], does: 'Go to Receivers' },
  { keys: ['Ctrl/⌘', 'Enter'], does: 'Save changes' },
  { keys: ['Esc'], does: 'Cancel editing, close a dialog' },
  { keys: ['?'], does: 'Show keyboard shortcuts' },
]

interface ShortcutsDialogProps {
  opened: boolean
  onClose: () => void
}

export function ShortcutsDialog({ opened, onClose }: ShortcutsDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts" size={400}>
      <dl className={classes.shortcuts}>
        {rows.map(({ keys, does }) => (
          <div key={does} className={classes.shortcut}>
            <dt>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
