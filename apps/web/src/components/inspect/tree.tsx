import { useComputedColorScheme } from '@mantine/core'
import { Inspector } from 'react-inspector'
import classes from './inspect.module.css'

/** Levels that stand open at first (TH-30). */
const openLevels = 3

interface TreeProps {
  /** A parsed JSON value, or a document. */
  data: unknown
  label: string
}

/** A value or a document as a tree that folds. */
export function Tree({ data, label }: TreeProps) {
  const scheme = useComputedColorScheme('light')
  return (
    <div className={classes.tree} role="group" aria-label={label}>
      <Inspector
        table={false}
        data={data}
        expandLevel={openLevels}
        theme={scheme === 'dark' ? 'chromeDark' : 'chromeLight'}
      />
    </div>
  )
}
