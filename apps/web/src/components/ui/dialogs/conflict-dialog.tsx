import '../../../theme/mantine-later-styles.ts'
import { Button, Group, Radio, Text } from '@mantine/core'
import { useState } from 'react'
import { Modal } from '../../overlays/modal.tsx'
import { type Choices, defaultChoices, type Difference } from '../../../lib/editing/merge.ts'
import classes from './conflict-dialog.module.css'

interface ConflictDialogProps {
  /** What was changed elsewhere, as it is called in a sentence: "task". */
  thing: string
  /** What became of it, where that is more than a change: "This draft was created as a task elsewhere". */
  title?: string
  differences: readonly Difference[]
  isSaving: boolean
  onSave: (choices: Choices) => void
  /** Back to the form, in which everything is as it was typed. */
  onKeepEditing: () => void
}

/** Where a save would overwrite what was saved elsewhere meanwhile: field by field, which of the two to keep. */
export function ConflictDialog({
  thing,
  title = `This ${thing} was changed elsewhere`,
  differences,
  isSaving,
  onSave,
  onKeepEditing,
}: ConflictDialogProps) {
  const [choices, setChoices] = useState(() => defaultChoices(differences))
  const choose = (choice: 'mine' | 'theirs') => (keys: readonly string[]) =>
    setChoices((current) => ({ ...current, ...Object.fromEntries(keys.map((key) => [key, choice])) }))
  const all = differences.map(({ key }) => key)
  return (
    <Modal
      opened
      size={720}
      title={title}
      closeOnClickOutside={false}
      // Over the dialog that was typed in.
      zIndex={300}
      onClose={onKeepEditing}
    >
      <Text>
        It was saved in another tab or by a program after you opened it. For each field below, choose which version to
        keep, then save. Fields that only you changed keep your version.
      </Text>
      {differences.length > 1 && (
        <Group gap="xs" mt="sm">
          <Button variant="default" onClick={() => choose('mine')(all)}>
            Keep all of mine
          </Button>
          <Button variant="default" onClick={() => choose('theirs')(all)}>
            Take all of theirs
          </Button>
        </Group>
      )}
      <div className={classes.list}>
        {differences.map((difference) => (
          <FieldChoice
            key={difference.key}
            difference={difference}
            choice={choices[difference.key] ?? 'mine'}
            onChoose={(choice) => choose(choice)([difference.key])}
          />
        ))}
      </div>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onKeepEditing} disabled={isSaving}>
          Keep editing
        </Button>
        <Button onClick={() => onSave(choices)} loading={isSaving}>
          Save
        </Button>
      </Group>
    </Modal>
  )
}

interface FieldChoiceProps {
  difference: Difference
  choice: 'mine' | 'theirs'
  onChoose: (choice: 'mine' | 'theirs') => void
}

function FieldChoice({ difference, choice, onChoose }: FieldChoiceProps) {
  const { key, label, mine, theirs, isMine } = difference
  const options = [
    { value: 'mine', label: isMine ? 'Keep mine' : 'Keep what I opened', text: mine },
    { value: 'theirs', label: 'Take theirs', text: theirs },
  ] as const
  return (
    <fieldset className={classes.field}>
      <legend>
        {label} <span className={classes.note}>{isMine ? 'changed here and elsewhere' : 'changed elsewhere'}</span>
      </legend>
      <div className={classes.choices}>
        {options.map(({ value, label: name, text }) => (
          <div key={value} className={classes.choice} data-checked={choice === value || undefined}>
            <Radio name={`conflict-${key}`} label={name} checked={choice === value} onChange={() => onChoose(value)} />
            <div className={classes.value} tabIndex={0} role="group" aria-label={`${label}: ${name}`}>
              {text === '' ? <span className={classes.empty}>Empty</span> : text}
            </div>
          </div>
        ))}
      </div>
    </fieldset>
  )
}
