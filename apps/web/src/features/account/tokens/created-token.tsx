import { Button, Group } from '@mantine/core'
import { CopyButton } from '../../../components/ui/fields/copy-button.tsx'
import classes from '../account.module.css'

/** The value of a token, which is shown nowhere again. */
export function CreatedToken({ token, onClose }: { token: string; onClose: () => void }) {
  return (
    <div className={classes.dialog}>
      <p className={classes.hint} role="status">
        Copy your token now. It is shown only once.
      </p>
      <div className={classes.token}>
        <output className={classes.tokenText} aria-label="Your new token">
          {token}
        </output>
        <CopyButton value={token} label="Copy token" />
      </div>
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          Done
        </Button>
      </Group>
    </div>
  )
}
