import ReactMarkdown from 'react-markdown'
import classes from './definition.module.css'

/** Pictures of other servers are not loaded: they would tell those who looks. Their text stands instead. */
const disallowed = ['img']

/** Headings begin below those of the page. */
const components = { h1: 'h3', h2: 'h4', h3: 'h5', h4: 'h6', h5: 'h6' } as const

/** Markdown that a member wrote. HTML in it is text, and links go to http, https and mailto addresses only. */
export const Markdown = ({ text }: { text: string }) => (
  <div className={classes.markdown}>
    <ReactMarkdown disallowedElements={disallowed} unwrapDisallowed components={components}>
      {text}
    </ReactMarkdown>
  </div>
)
