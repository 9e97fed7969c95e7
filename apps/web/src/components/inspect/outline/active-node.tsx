import { copiedJson, jsonPathOf } from '@knockwire/domain/bodies/json-outline'
import { cell, type Outline } from '@knockwire/domain/bodies/outline'
import { Button, Text } from '@mantine/core'
import { useContext, useMemo } from 'react'
import { exactNumber } from '../../../lib/format/format.ts'
import { useCopy } from '../../ui/fields/copy-button.tsx'
import { BodyActionsContext, type BodyValue } from './body-actions.ts'
import { TextLines } from '../text/body-lines.tsx'
import { isLong } from './tree-row.tsx'
import { selectElement } from './element-selector.ts'
import classes from '../inspect.module.css'

interface ActiveNodeProps {
  label: string
  text: string
  outline: Outline
  node: number
  kind: 'json' | 'html' | 'xml'
  isShown: boolean
  onClose: () => void
}

/** Longer paths are cut on the screen, not where they are copied. */
const shownPath = 200

/** What can be done with the node at hand; all of its text where that is asked for. */
export function ActiveNode({ label, text, outline, node, kind, isShown, onClose }: ActiveNodeProps) {
  const actions = useContext(BodyActionsContext)
  const value = useMemo(() => valueOf(kind, text, outline, node), [kind, text, outline, node])
  const path = value?.property ?? null
  const isJson = kind === 'json'
  const written = text.slice(cell(outline, 'start', node), cell(outline, 'end', node))
  const isScalar = cell(outline, 'children', node) === 0 && !/^[[{]/.test(written)
  return (
    <>
      <div className={classes.active} data-sticky>
        {path !== null && (
          <code className={classes.path}>{path.length > shownPath ? `…${path.slice(-shownPath)}` : path}</code>
        )}
        <span className={classes.tools}>
          {path !== null && <Copy value={path} text={isJson ? 'Copy JSON path' : 'Copy selector'} />}
          <Copy value={isJson ? copiedJson(written) : written} text="Copy value" />
        </span>
        {value !== null && (isScalar || !isJson) && (
          <span className={classes.tools}>
            {actions.chart && isJson && (
              <NodeAction text="Chart this" onClick={() => actions.chart?.(value.property)} />
            )}
            {actions.notify && <NodeAction text="Notify on this" onClick={() => actions.notify?.(value)} />}
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
          <TextLines label={`${label}: full value`} text={written} isWrapped query="" hit={undefined} />
        </div>
      )}
    </>
  )
}

/** Where the node stands, in the terms of conditions; null where they have none for it, as for XML. */
function valueOf(kind: ActiveNodeProps['kind'], text: string, outline: Outline, node: number): BodyValue | null {
  if (kind === 'json') {
    const written = text.slice(cell(outline, 'start', node), cell(outline, 'end', node))
    return { source: 'response_body_json', property: jsonPathOf(text, outline, node), written }
  }
  const element = kind === 'html' ? selectElement(text, outline, node) : null
  return element && { source: 'response_body_html_element', property: element.selector, written: element.text }
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
