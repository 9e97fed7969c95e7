import { Anchor } from '@mantine/core'
import { PageHeader } from '../components/ui/page-header.tsx'
import { Panel } from '../components/ui/panel.tsx'
import { buildSettings } from '../lib/build-settings.ts'
import classes from './support.module.css'

export function Support() {
  const { supportEmail } = buildSettings
  return (
    <div className={classes.page}>
      <PageHeader title="Support" description="A person reads and answers every message." />
      <Panel>
        <dl className={classes.ways}>
          <dt>Write to us</dt>
          <dd>
            <Anchor href={`mailto:${supportEmail}`} className={classes.way}>
              {supportEmail}
            </Anchor>
            <p>We usually reply within 1 business day. Including the page’s URL helps us answer faster.</p>
          </dd>
          <dt>Look it up</dt>
          <dd>
            <Anchor href="/docs" target="_blank" rel="noopener" title="Opens in a new tab" className={classes.way}>
              Documentation
            </Anchor>
            <p>Schedules, conditions, notifications and the API, with examples that work.</p>
          </dd>
        </dl>
      </Panel>
    </div>
  )
}
