import { CopyButton } from '../../components/ui/copy-button.tsx'
import { curlLine } from './curl-line.ts'
import classes from './curl-command.module.css'

/** A ready line that tries the receiver. */
export function CurlCommand({ url }: { url: string }) {
  const line = curlLine(url)
  return (
    <div className={classes.command}>
      <code className={classes.line} aria-label="A curl command that sends a request">
        {line}
      </code>
      <CopyButton value={line} label="Copy curl command" />
    </div>
  )
}
