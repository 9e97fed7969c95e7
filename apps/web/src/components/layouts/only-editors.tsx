import { whyViewersCannot } from '@knockwire/domain/accounts/role-rules'
import { paths } from '../../lib/navigation/paths.ts'
import { BackLink, PageHeader } from '../ui/layout/page-header.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Panel } from '../ui/layout/panel.tsx'

const lists = {
  task: { to: paths.tasks, label: 'Tasks' },
  receiver: { to: paths.receivers, label: 'Receivers' },
}

/** In the place of a form that creates something, for viewers: nothing that they would type there could be saved. */
export const OnlyEditors = ({ thing }: { thing: keyof typeof lists }) => (
  <>
    <PageHeader title={`Create ${thing}`} before={<BackLink {...lists[thing]} />} />
    <Panel>
      <EmptyState title={`Viewers don’t create ${thing}s`}>
        <p>{whyViewersCannot}</p>
      </EmptyState>
    </Panel>
  </>
)
