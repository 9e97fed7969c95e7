import { CopyButton } from './copy-button.tsx'
import classes from './curl-command.module.css'

/** A command that makes a request worth looking at, for a terminal. */
const curlLine = (url: string): string => `curl '${url}' -H 'Content-Type: application/json' -d '{"hello": "world"}'`

/** A ready line that tries the receiver. */
export function CurlCommand({ url }: { url: string }) {
  const line = curlLine(url)
  return (
    <div className={classes.command}>
      <code className={classes.line} aria-label="A curl command that sends a request">
        {line.split(/(-[Hd] )/).map((part, at) =>
          at % 2 === 1 ? (
            <span key={at} className={classes.option}>
              {part}
            </span>
          ) : (
            part
          ),
        )}
      </code>
      <CopyButton value={line} label="Copy curl command" />
    </div>
  )
}
