import { fetchSources } from './calls.ts'
import { timeText } from './format.ts'
import classes from './rates.module.css'
import { useLoad } from './use-load.ts'

/** Where the figures come from, whose they are, and how each source is doing. */
export const SourceList = () => {
  const sources = useLoad('sources', fetchSources)
  if (sources.state !== 'ready') return null
  if (sources.value.length === 0) {
    return <p className={classes.hint}>This server fetches no mortgage rates.</p>
  }
  return (
    <section className={classes.section} aria-labelledby="sources">
      <h2 id="sources">Where these rates come from</h2>
      <ul className={classes.sources}>
        {sources.value.map((source) => (
          <li key={source.key}>
            <a href={source.url} target="_blank" rel="noopener noreferrer">
              {source.name}
            </a>
            <span>
              {source.lastReadAt === null ? 'Not read yet' : `Last read ${timeText(source.lastReadAt)}`}
              {source.isFailing && '. The newest attempt failed; the last good figures are shown'}
              {source.isStale && !source.isFailing && '. Out of date'}.
            </span>
            <span>{source.licence}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
