import { Inspector } from 'react-inspector'
import classes from './inspect.module.css'
import { treeTheme } from './tree-theme.ts'

/** Levels that stand open at first (TH-30). */
const openLevels = 3

// Its types know the names of its themes only; it takes a theme as well.
const theme = treeTheme as unknown as string

interface TreeProps {
  /** A parsed JSON value, or a document. */
  data: unknown
  label: string
}

/** A value or a document as a tree that folds. */
export const Tree = ({ data, label }: TreeProps) => (
  <div className={classes.tree} role="group" aria-label={label}>
    <Inspector table={false} data={data} expandLevel={openLevels} theme={theme} />
  </div>
)
