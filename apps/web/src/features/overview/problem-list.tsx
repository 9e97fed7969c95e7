import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Panel } from '../../components/ui/layout/panel.tsx'
import { ElapsedTime } from '../../components/ui/feedback/relative-time.tsx'
import { StatusDot, type Tone } from '../../components/ui/feedback/status-dot.tsx'
import { exactNumber } from '../../lib/format/format.ts'
import classes from './overview.module.css'

export interface ProblemRow {
  id: string
  path: string
  name: string
  tone: Tone
  label: string
  reason: string
  since: string | null
  /** More about it, such as when the last call came. */
  more?: ReactNode
}

interface ProblemListProps {
  title: string
  rows: readonly ProblemRow[]
  /** Of all, also of those that are not listed. */
  total: number
  /** The lists of all of them, for those that are not listed here, with how many each has. */
  lists: readonly { path: string; text: string; count: number }[]
}

/** What is wrong with tasks or receivers, each with its reason and since when. */
export const ProblemList = ({ title, rows, total, lists }: ProblemListProps) => (
  <Panel>
    <section aria-label={title}>
      <div className={classes.head}>
        <h2 className={classes.title}>{`${title} (${exactNumber(total)})`}</h2>
        {total > rows.length &&
          lists
            .filter(({ count }) => count > 0)
            .map(({ path, text }) => (
              <Anchor key={path} component={Link} to={path} className={classes.all}>
                {text}
              </Anchor>
            ))}
      </div>
      <ul className={classes.list} aria-label={title}>
        {rows.map(({ id, path, name, tone, label, reason, since, more }) => (
          <li key={id} className={classes.row} data-list-row>
            <span>
              <StatusDot withLabel tone={tone} label={label} />
            </span>
            <span className={classes.what}>
              <Link to={path} className={classes.name} title={name} data-row-link>
                {name}
              </Link>
              <span className={classes.reason}>
                {reason}
                {more}
              </span>
            </span>
            {since !== null && (
              <span className={classes.since}>
                <ElapsedTime since={since} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  </Panel>
)
