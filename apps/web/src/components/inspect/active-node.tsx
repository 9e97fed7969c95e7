import { jsonPathOf } from '@knockwire/domain/bodies/json-outline'
import { cell, type Outline } from '@knockwire/domain/bodies/outline'
import { Button, Text } from '@mantine/core'
import { useContext, useMemo } from 'react'
import { exactNumber } from '../../lib/format.ts'
import { useCopy } from '../ui/copy-button.tsx'
import { BodyActionsContext } from './body-actions.ts'
import { TextLines } from './body-lines.tsx'
import { isLong } from './body-tree.tsx'
import classes from './inspect.module.css'

interface ActiveNodeProps {
  label: string
  text: string
  outline: Outline
  node: number
  /** JSON: values have paths. */
  hasPath: boolean
  isShown: boolean
  onClose: () => void
}

/** Longer paths are cut on the screen, not where they are copied. */
const shownPath = 200

/** What can be done with the node at hand; all of its text where that is asked for. */
export function ActiveNode({ label, text, outline, node, hasPath, isShown, onClose }: ActiveNodeProps) {
  const actions = useContext(BodyActionsContext)
  const path = useMemo(() => (hasPath ? jsonPathOf(text, outline, node) : null), [hasPath, text, outline, node])
  const written = text.slice(cell(outline, 'start', node), cell(outline, 'end', node))
  const isScalar = cell(outline, 'children', node) === 0 && !/^[[{]/.test(written)
  return (
    <>
      <div className={classes.active} data-sticky>
        {path !== null && (
          <code className={classes.path}>{path.length > shownPath ? `…${path.slice(-shownPath)}` : path}</code>
        )}
        <span className={classes.tools}>
          {path !== null && <Copy value={path} text="Copy JSON path" />}
          <Copy value={written} text="Copy value" />
        </span>
        {path !== null && isScalar && (
          <span className={classes.tools}>
            {actions.chart && <NodeAction text="Chart this" onClick={() => actions.chart?.(path)} />}
            {actions.notify && <NodeAction text="Notify on this" onClick={() => actions.notify?.(path, written)} />}
          </span>
        )}
      </div>
      {isShown && isLong(outline, node) && (
        <div className={classes.whole}>
          <div className={classes.active}>
            <Text size="xs" c="dimmed">
              All {exactNumber(written.length)} characters
            </Text>
            <NodeAction text="Close" onClick={onClose} />
          </div>
          <TextLines label={`${label}: the whole value`} text={written} isWrapped query="" hit={undefined} />
        </div>
      )}
    </>
  )
}

const NodeAction = ({ text, onClick }: { text: string; onClick: () => void }) => (
  <Button className={classes.nodeAction ?? ''} variant="subtle" size="compact-sm" onClick={onClick}>
    {text}
  </Button>
)

function Copy({ value, text }: { value: string; text: string }) {
  const { isCopied, copy } = useCopy(value)
  return <NodeAction text={isCopied ? 'Copied' : text} onClick={copy} />
}
