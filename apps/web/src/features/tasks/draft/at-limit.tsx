import { Anchor, Button } from '@mantine/core'
import { Link } from 'react-router'
import { EmptyState } from '../../../components/ui/feedback/empty-state.tsx'
import { BackLink, PageHeader } from '../../../components/ui/layout/page-header.tsx'
import { Panel } from '../../../components/ui/layout/panel.tsx'
import { exactNumber } from '../../../lib/format/format.ts'
import { hasPlans } from '../../../lib/session/instance.ts'
import { paths } from '../../../lib/navigation/paths.ts'

const included = (most = 0) =>
  most === 1 ? '1 task, and you have it' : `${exactNumber(most)} tasks, and you have them all`

/** In the place of a new draft, where the account has as many tasks as it may [TL-19]. */
export const AtLimit = ({ maxTaskNumber }: { maxTaskNumber: number | undefined }) => (
  <>
    <PageHeader title="Create task" before={<BackLink to={paths.tasks} label="Tasks" />} />
    <Panel>
      <EmptyState
        title={`Your ${hasPlans ? 'plan includes' : 'account may have'} ${included(maxTaskNumber)}`}
        action={
          <Button component={Link} to={paths.tasks} variant="default">
            Go to Tasks
          </Button>
        }
      >
        <p>
          Delete a task
          {hasPlans && (
            <>
              , or{' '}
              <Anchor component={Link} to={paths.account} inherit underline="always">
                upgrade your plan
              </Anchor>
              ,
            </>
          )}{' '}
          to create another one.
        </p>
      </EmptyState>
    </Panel>
  </>
)
