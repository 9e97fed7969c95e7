import { auditActions } from '@knockwire/domain/audit/audit-actions'
import type { AuditEventView } from '@knockwire/domain/audit/audit-event'
import { Link } from 'react-router'
import { paths } from '../../lib/navigation/paths.ts'
import { tooltipTime, truncateMiddle } from '../../lib/format/format.ts'
import { RelativeTime } from '../ui/feedback/relative-time.tsx'
import classes from './audit-event-row.module.css'
import { fieldLabel, fieldValue } from './field-texts.ts'

/** Who did it, as the sentence's subject. */
function actorName({ kind, email }: AuditEventView['actor']): string {
  switch (kind) {
    case 'SYSTEM':
      return 'Knockwire'
    case 'OPERATOR':
      return 'The operator of this server'
    case 'VISITOR':
      return email ?? 'Someone who was not signed in'
    case 'USER':
    case 'TOKEN':
      return email ?? 'A former user'
  }
}

/** Where an object is looked at; null where it has no page of its own, or is gone. */
function objectPath({ action, object }: AuditEventView): string | null {
  if (!object?.id || action.endsWith('deleted')) return null
  if (object.type === 'TASK') return paths.task(object.id)
  return object.type === 'RECEIVER' ? paths.receiver(object.id) : null
}

/** The person who joins or leaves is the subject already. */
const isActor = ({ action }: AuditEventView) => action === 'member.joined' || action === 'member.left'

const longestName = 80

function ObjectName({ event }: { event: AuditEventView }) {
  const name = event.object?.name
  if (!name || isActor(event)) return null
  const [path, text] = [objectPath(event), truncateMiddle(name, longestName)]
  return path === null ? (
    <strong>{text}</strong>
  ) : (
    <Link className={classes.link} to={path}>
      {text}
    </Link>
  )
}

interface AuditEventRowProps {
  event: AuditEventView
  /** Among operators, each is named; the log of the account is not theirs. */
  isForOperators?: boolean
}

export function AuditEventRow({ event, isForOperators = false }: AuditEventRowProps) {
  const { actor, action, changes, requestId, at } = event
  return (
    <li className={classes.event}>
      <p className={classes.text}>
        <strong>{(isForOperators ? actor.email : null) ?? actorName(actor)}</strong> {auditActions[action]}{' '}
        <ObjectName event={event} />
      </p>
      <details className={classes.details}>
        <summary>
          <span className={classes.meta}>
            <RelativeTime at={at} />
            {actor.kind === 'TOKEN' && <span>with the API token {actor.tokenName ?? 'that was revoked'}</span>}
            {actor.address !== null && <span>from {actor.address}</span>}
            {changes.length > 0 && <span>{countOf(changes.length)}</span>}
          </span>
        </summary>
        {changes.length > 0 && <Changes changes={changes} />}
        {!isForOperators && event.subjectId !== null && (
          <p className={classes.about}>
            <Link className={classes.link} to={paths.auditLogOf(event.subjectId)}>
              All entries about this
            </Link>
          </p>
        )}
        <p className={classes.ids}>
          <span>{tooltipTime(Date.parse(at))}</span>
          <span>{action}</span>
          {requestId !== null && <span>request {requestId}</span>}
        </p>
      </details>
    </li>
  )
}

const countOf = (count: number) => (count === 1 ? '1 field changed' : `${count} fields changed`)

const shown = (value: string | null) => value ?? <em>none</em>

function Changes({ changes }: Pick<AuditEventView, 'changes'>) {
  return (
    <table className={classes.changes}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after, isSecret }) => (
          <tr key={field}>
            <th scope="row">{fieldLabel(field)}</th>
            {isSecret ? (
              <td colSpan={2}>
                <em>Changed. The value is not recorded: it may be secret.</em>
              </td>
            ) : (
              <>
                <td>{shown(fieldValue(field, before))}</td>
                <td>{shown(fieldValue(field, after))}</td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
