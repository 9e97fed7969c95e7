import { Button } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useId } from 'react'
import { Panel } from '../../../components/ui/layout/panel.tsx'
import { useCopy } from '../../../components/ui/fields/copy-button.tsx'
import { CurlCommand } from '../../../components/ui/fields/curl-command.tsx'
import { useLimits } from '../../../lib/session/limits.ts'
import { exactNumber } from '../../../lib/format/format.ts'
import classes from './endpoint-panel.module.css'

interface EndpointPanelProps {
  url: string
  /** What callers get for now, where that is not the receiver's response. */
  note?: string | undefined
}

/** The receiver's URL, and a command that calls it. Neither can be edited. */
export function EndpointPanel({ url, note }: EndpointPanelProps) {
  const titleId = useId()
  const limits = useLimits()
  return (
    <Panel>
      <section aria-labelledby={titleId}>
        <h2 id={titleId} className={classes.title}>
          URL
        </h2>
        <div className={classes.address}>
          <span className={classes.url}>{url}</span>
          <CopyUrl url={url} />
        </div>
        {note !== undefined && <p className={classes.note}>{note}</p>}
        <dl className={classes.facts}>
          <dt>Methods</dt>
          <dd>GET, POST, HEAD</dd>
          {limits !== undefined && (
            <>
              <dt>Limits</dt>
              <dd>
                {exactNumber(limits.receiverCallsPerMinute)}{' '}
                {limits.receiverCallsPerMinute === 1 ? 'request' : 'requests'} a minute
                {limits.label !== null && ` on the ${limits.label} plan`}, up to 1 MiB each
              </dd>
            </>
          )}
          <dt>Try it</dt>
          <dd>
            <CurlCommand url={url} />
          </dd>
        </dl>
      </section>
    </Panel>
  )
}

function CopyUrl({ url }: { url: string }) {
  const { isCopied, copy } = useCopy(url)
  const Icon = isCopied ? IconCheck : IconCopy
  return (
    <Button
      variant="default"
      leftSection={<Icon size={16} aria-hidden />}
      onClick={copy}
      className={classes.copy ?? ''}
    >
      {isCopied ? 'Copied' : 'Copy URL'}
    </Button>
  )
}
