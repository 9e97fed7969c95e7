import type { ReactNode } from 'react'
import classes from './account.module.css'

interface TagProps {
  tone?: 'ok' | 'bad' | 'accent' | 'idle'
  children: ReactNode
}

/** A word about an item, beside its name. */
export function Tag({ tone = 'idle', children }: TagProps) {
  return (
    <span className={classes.tag} data-tone={tone}>
      {children}
    </span>
  )
}
