import { heartbeatSnippets } from '@knockwire/domain/heartbeats/signals/snippets'
import { useState } from 'react'
import { CopyButton } from '../../../components/ui/fields/copy-button.tsx'
import classes from './expectation.module.css'

interface SignalSnippetsProps {
  url: string
  /** No call came yet: this is what comes next. */
  isOpen: boolean
}

/** Code that calls the receiver, for where it runs. */
export function SignalSnippets({ url, isOpen }: SignalSnippetsProps) {
  const snippets = heartbeatSnippets(url)
  const [name, setName] = useState(snippets[0]?.name ?? '')
  // The first call, which comes while somebody reads, does not fold it.
  const [beginsOpen] = useState(isOpen)
  const code = snippets.find((snippet) => snippet.name === name)?.code ?? ''
  return (
    <details className={classes.snippets} open={beginsOpen}>
      <summary>Send calls from your job</summary>
      <div role="group" aria-label="Where the job runs" className={classes.kinds}>
        {snippets.map((snippet) => (
          <button
            key={snippet.name}
            type="button"
            className={classes.kind}
            aria-pressed={snippet.name === name}
            onClick={() => setName(snippet.name)}
          >
            {snippet.label}
          </button>
        ))}
      </div>
      <div className={classes.snippet}>
        <pre className={classes.code} tabIndex={0} aria-label="Code that sends calls">
          {code}
        </pre>
        <CopyButton value={code} label="Copy code" />
      </div>
    </details>
  )
}
