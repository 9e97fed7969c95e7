import { chromeLight, Inspector } from 'react-inspector'
import classes from './inspect.module.css'

/** The inspector's own colors miss the contrast of 4.5 on our surfaces; these follow the page, light or dark. */
const treeTheme = {
  ...chromeLight,
  BASE_BACKGROUND_COLOR: 'transparent',
  BASE_COLOR: 'var(--kw-ink)',
  ARROW_COLOR: 'var(--kw-muted)',
  OBJECT_NAME_COLOR: 'var(--tree-name)',
  OBJECT_VALUE_NULL_COLOR: 'var(--kw-muted)',
  OBJECT_VALUE_UNDEFINED_COLOR: 'var(--kw-muted)',
  OBJECT_VALUE_STRING_COLOR: 'var(--tree-string)',
  OBJECT_VALUE_NUMBER_COLOR: 'var(--tree-number)',
  OBJECT_VALUE_BOOLEAN_COLOR: 'var(--tree-number)',
  HTML_TAG_COLOR: 'var(--kw-muted)',
  HTML_TAGNAME_COLOR: 'var(--tree-name)',
  HTML_ATTRIBUTE_NAME_COLOR: 'var(--tree-number)',
  HTML_ATTRIBUTE_VALUE_COLOR: 'var(--tree-string)',
  HTML_COMMENT_COLOR: 'var(--kw-muted)',
  HTML_DOCTYPE_COLOR: 'var(--kw-muted)',
}

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
