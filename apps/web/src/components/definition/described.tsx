import { Suspense } from 'react'
import { lazyPart } from '../../lib/navigation/lazy-part.ts'
import classes from './definition.module.css'

/** Its library is loaded only for what has a description. */
const Markdown = lazyPart(async () => (await import('./markdown.tsx')).Markdown)

interface DescribedProps {
  description: string | null
  labels: Readonly<Record<string, string>>
}

/** Labels and description of a task or receiver; nothing where it has neither. */
export function Described({ description, labels }: DescribedProps) {
  const entries = Object.entries(labels)
  if (description === null && entries.length === 0) return null
  return (
    <div className={classes.described}>
      {entries.length > 0 && (
        <ul className={classes.labels} aria-label="Labels">
          {entries.map(([name, value]) => (
            <li key={name} className={classes.label}>
              {name}
              {value !== '' && <>: {value}</>}
            </li>
          ))}
        </ul>
      )}
      {description !== null && (
        <Suspense fallback={<p className={classes.plain}>{description}</p>}>
          <Markdown text={description} />
        </Suspense>
      )}
    </div>
  )
}
