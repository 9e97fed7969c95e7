import type { ReportedErrorView } from '@knockwire/domain/operator/operator'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Breakable } from '../../components/ui/feedback/breakable.tsx'
import { EmptyState } from '../../components/ui/feedback/empty-state.tsx'
import { PanelSection, Tag } from '../../components/ui/layout/panel-section.tsx'
import { RelativeTime } from '../../components/ui/feedback/relative-time.tsx'
import { api } from '../../lib/api/api-client.ts'
import { exactNumber } from '../../lib/format/format.ts'
import { ActDialog } from './act-dialog.tsx'
import classes from './operator.module.css'
import { OperatorRead } from './operator-read.tsx'
import { errorsQuery, operatorPath } from './queries.ts'

/** What went wrong unexpectedly, in browsers and in the API. */
export function ErrorsTab() {
  const query = useQuery(errorsQuery)
  const [isClearing, dialog] = useDisclosure(false)
  const hasErrors = query.data !== undefined && query.data.results.length > 0
  return (
    <PanelSection
      title="Errors"
      lead="Crashes of pages in people’s browsers and unexpected errors of the API. The most recently reported one comes first."
      action={
        hasErrors && (
          <Button variant="default" onClick={dialog.open}>
            Clear
          </Button>
        )
      }
    >
      <OperatorRead thing="The errors" query={query}>
        {({ results }) =>
          results.length === 0 ? (
            <EmptyState title="No error was reported." />
          ) : (
            <ul className={classes.list} aria-label="Errors">
              {results.map((error) => (
                <ErrorRow key={error.id} error={error} />
              ))}
            </ul>
          )
        }
      </OperatorRead>
      <ClearDialog opened={isClearing} onClose={dialog.close} />
    </PanelSection>
  )
}

const sources = { BROWSER: 'Browser', API: 'API' } as const

function ErrorRow({ error }: { error: ReportedErrorView }) {
  const { source, name, message, place, frames, build, count, firstAt, lastAt } = error
  return (
    <li className={classes.item}>
      <div className={classes.itemText}>
        <p className={classes.itemName}>
          {name}: {message}
          <Tag>{sources[source]}</Tag>
        </p>
        <p className={classes.itemMeta}>
          <span className={classes.mono}>
            <Breakable text={place} />
          </span>
          <span>{count === 1 ? 'Once' : `${exactNumber(count)} times`}</span>
          {count > 1 && (
            <span>
              First <RelativeTime at={firstAt} />
            </span>
          )}
          <span>
            Last <RelativeTime at={lastAt} />
          </span>
          <span>Build {build}</span>
        </p>
        {frames.length > 0 && (
          <details className={classes.frames}>
            <summary>Where in the code</summary>
            <ol>
              {frames.map((frame, at) => (
                <li key={`${at} ${frame}`}>{frame}</li>
              ))}
            </ol>
          </details>
        )}
      </div>
    </li>
  )
}

const ClearDialog = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => (
  <ActDialog
    subject={opened || undefined}
    title="Clear the list of errors?"
    confirmLabel="Clear"
    call={() => api.delete(`${operatorPath}/errors`)}
    done="The list was cleared."
    onClose={onClose}
  >
    {() => 'New reports will be listed again. The server’s log keeps everything.'}
  </ActDialog>
)
