import { Anchor } from '@mantine/core'
import { IconApi, IconBook, IconMail } from '@tabler/icons-react'
import { PageHeader } from '../components/ui/layout/page-header.tsx'
import { hasPlans, instance } from '../lib/session/instance.ts'
import { version } from '../../package.json'
import classes from './support.module.css'

export function Support() {
  const { supportEmail } = instance
  return (
    <>
      <PageHeader
        title="Support"
        description={hasPlans && supportEmail ? 'A person reads and answers every message.' : undefined}
      />
      <dl className={classes.links}>
        <div className={classes.panel}>
          <dt>
            <IconMail size={20} aria-hidden />
            {hasPlans && supportEmail ? 'Write to us' : 'Ask your operator'}
          </dt>
          <dd>
            {supportEmail && (
              <Anchor href={`mailto:${supportEmail}`} className={classes.link}>
                {supportEmail}
              </Anchor>
            )}
            <p>{whatToExpect}</p>
          </dd>
        </div>
        {instance.hasSite && <SiteLinks />}
      </dl>
      <About />
    </>
  )
}

/** A promise that only those make who sell it. */
const whatToExpect =
  hasPlans && instance.supportEmail
    ? 'We usually reply within 1 business day. Including the page’s URL helps us answer faster.'
    : 'This server is run by your company or by someone you know. Tell them the page’s URL and what happened.'

const About = () => (
  <p className={classes.about}>
    <span>Knockwire {version}</span>
    {instance.hasSite && (
      <Anchor href="/docs/changelog" target="_blank" rel="noopener" title="Opens in a new tab" className={classes.link}>
        What is new
      </Anchor>
    )}
    <Anchor href="/NOTICES.txt" target="_blank" rel="noopener" title="Opens in a new tab" className={classes.link}>
      Licenses of other software
    </Anchor>
  </p>
)

const SiteLinks = () => (
  <>
    <div className={classes.panel}>
      <dt>
        <IconBook size={20} aria-hidden />
        Read the docs
      </dt>
      <dd>
        <Anchor href="/docs" target="_blank" rel="noopener" title="Opens in a new tab" className={classes.link}>
          Documentation
        </Anchor>
        <p>Schedules, conditions, notifications and the API, with examples that work.</p>
      </dd>
    </div>
    <div className={classes.panel}>
      <dt>
        <IconApi size={20} aria-hidden />
        Call it from a program
      </dt>
      <dd>
        <Anchor href="/docs/api" target="_blank" rel="noopener" title="Opens in a new tab" className={classes.link}>
          API reference
        </Anchor>
        <p>Every call with its fields and errors. Create a token under Account, API tokens.</p>
      </dd>
    </div>
  </>
)
