import { Anchor, Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { instance } from '../../lib/session/instance.ts'
import { Modal } from '../overlays/modal.tsx'
import { useCopy } from '../ui/fields/copy-button.tsx'
import { ErrorState } from '../ui/feedback/empty-state.tsx'
import { SkeletonRows } from '../ui/feedback/skeleton-rows.tsx'
import { KeyNotice } from './key-notice.tsx'
import { type DefinedObject, yamlQuery } from './yaml-query.ts'
import classes from './definition.module.css'

interface YamlDialogProps extends DefinedObject {
  /** It is being created still. */
  isDraft?: boolean
  opened: boolean
  onClose: () => void
}

export function YamlDialog({ isDraft = false, opened, onClose, kind, id }: YamlDialogProps) {
  const { data, error, refetch } = useQuery({ ...yamlQuery({ kind, id }), enabled: opened })
  const { isCopied, copy } = useCopy(data?.text ?? '')
  return (
    <Modal opened={opened} onClose={onClose} title={`This ${kind} as YAML`} size="lg">
      <p className={classes.hint}>
        Add these lines to the file that you apply with <code className={classes.source}>knockwire apply</code>.
        {isDraft && ` The ${kind} is then created by the file, and you can cancel this draft.`}
        {instance.hasSite && (
          <>
            {' '}
            <Anchor href="/docs/as-code" target="_blank" rel="noopener" inherit underline="always">
              Monitors in Git
            </Anchor>{' '}
            explains the file.
          </>
        )}
      </p>
      {data === undefined && error === null && <SkeletonRows label="Writing YAML…" rows={4} />}
      {data === undefined && error !== null && (
        <ErrorState title={`This ${kind} could not be loaded.`} error={error} onRetry={() => void refetch()} />
      )}
      {data && (
        <>
          {data.keyPatch && !isDraft && <KeyNotice patch={data.keyPatch} />}
          {data.secrets.length > 0 && (
            <p className={classes.hint}>
              Secret values are left out. Store them under these names:{' '}
              <span className={classes.source}>{data.secrets.join(', ')}</span>.
            </p>
          )}
          <pre className={classes.yaml} tabIndex={0} aria-label="YAML">
            {data.text}
          </pre>
          <Group justify="flex-end" mt="md" gap="xs">
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
            <Button onClick={copy}>{isCopied ? 'Copied' : 'Copy YAML'}</Button>
          </Group>
        </>
      )}
    </Modal>
  )
}
