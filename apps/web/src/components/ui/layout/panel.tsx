import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './panel.module.css'

interface PanelProps {
  children: ReactNode
  /** No padding, for tables that reach the edges. */
  flush?: boolean
}

/** A surface on the page's canvas. */
export function Panel({ children, flush = false }: PanelProps) {
  return (
    <div className={classes.panel} data-flush={flush || undefined}>
      {children}
    </div>
  )
}

/** A part of what is looked at, under its name. */
export const LabeledSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <Text component="h2" size="xs" fw={600} c="dimmed" m={0} mb={4}>
      {title}
    </Text>
    {children}
  </section>
)

interface FoldedSectionProps {
  title: string
  /** How many there are of what it holds: it is read without opening it. */
  count: number | string
  children: ReactNode
}

/** The same, closed until it is wanted. */
export const FoldedSection = ({ title, count, children }: FoldedSectionProps) => (
  <section>
    <details>
      <summary className={classes.summary}>
        <h2>{title}</h2> <span>{count}</span>
      </summary>
      {children}
    </details>
  </section>
)
