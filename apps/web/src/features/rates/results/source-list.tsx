import shared from '../shared.module.css'
import classes from './source-list.module.css'
import type { Loaded } from '../use-load.ts'
import type { RateSourceView } from '@knockwire/domain/rates/rate-row'
import { exactMinute } from '../../../lib/format/format.ts'

/** Where the figures come from, whose they are, and how each source is doing. */
export const SourceList = ({ sources }: { sources: Loaded<readonly RateSourceView[]> }) => {
  if (sources.state !== 'ready') return null
  if (sources.value.length === 0) {
    return (
      <section className={shared.section}>
        <p className={classes.none}>This server doesn’t fetch mortgage rates.</p>
      </section>
    )
  }
  return (
    <section className={shared.section} aria-labelledby="sources">
      <h2 id="sources">Where these rates come from</h2>
      <ul className={classes.sources}>
        {sources.value.map((source) => (
          <li key={source.key}>
            <a href={source.url} target="_blank" rel="noopener noreferrer">
              {source.name}
            </a>
            <span>{sourceState(source)}</span>
            <span>{source.licence}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** How a source is doing. There are last good figures only where it was read before. */
export const sourceState = ({ lastReadAt, isFailing, isStale }: RateSourceView): string => {
  if (lastReadAt === null) return isFailing ? 'Not loaded yet. The last attempt failed.' : 'Not loaded yet.'
  const lastRead = `Last loaded ${exactMinute(lastReadAt)}.`
  if (isFailing) return `${lastRead} The last attempt failed; the last good figures are shown.`
  return isStale ? `${lastRead} Out of date.` : lastRead
}
