import { fetchSources } from './calls.ts'
import classes from './rates.module.css'
import { sourceState } from './source-state.ts'
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
            <span>{sourceState(source)}</span>
            <span>{source.licence}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
