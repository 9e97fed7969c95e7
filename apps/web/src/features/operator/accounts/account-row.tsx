import { roleLabels } from '@knockwire/domain/accounts/role-rules'
import type { OperatorAccountView } from '@knockwire/domain/operator/operator'
import type { Plan } from '@knockwire/domain/plans/plan'
import { planNames, plans } from '@knockwire/domain/plans/plans'
import { Button, NativeSelect } from '@mantine/core'
import { Tag } from '../../../components/ui/layout/panel-section.tsx'
import { RelativeTime } from '../../../components/ui/feedback/relative-time.tsx'
import { api } from '../../../lib/api/api-client.ts'
import { messageOf } from '../../../lib/api/api-error.ts'
import { bytes, exactNumber } from '../../../lib/format/format.ts'
import { hasPlans } from '../../../lib/session/instance.ts'
import { optionOf } from '../../../lib/format/options.ts'
import { snackbar } from '../../../lib/browser/snackbar.ts'
import classes from '../operator.module.css'
import { operatorPath } from '../queries.ts'
import { useAct } from '../use-act.ts'

interface AccountRowProps {
  account: OperatorAccountView
  onSuspend: () => void
  onDelete: () => void
  onPlan: (plan: Plan) => void
}

export function AccountRow({ account, onSuspend, onDelete, onPlan }: AccountRowProps) {
  const { name, plan, suspended } = account
  return (
    <li className={classes.item}>
      <div className={classes.itemText}>
        <p className={classes.itemName}>
          {name}
          {suspended && <Tag tone="bad">Suspended</Tag>}
        </p>
        <p className={classes.itemMeta}>
          {account.members.map(({ userId, email, role }) => (
            <span key={userId}>{`${email} (${roleLabels[role]})`}</span>
          ))}
        </p>
        <Figures account={account} />
        {suspended && (
          <p className={classes.itemMeta}>
            <span>
              Suspended <RelativeTime at={suspended.at} />: {suspended.reason}
            </span>
          </p>
        )}
      </div>
      <div className={classes.itemActions}>
        {hasPlans && (
          <NativeSelect
            className={classes.plan}
            aria-label={`Plan of ${name}`}
            data={planNames.map((value) => ({ value, label: plans[value].label }))}
            value={plan}
            onChange={({ currentTarget }) => onPlan(optionOf(planNames, currentTarget.value))}
          />
        )}
        {suspended ? (
          <ResumeButton account={account} />
        ) : (
          <Button variant="default" aria-label={`Suspend ${name}`} onClick={onSuspend}>
            Suspend
          </Button>
        )}
        <Button color="red" variant="light" aria-label={`Delete ${name}`} onClick={onDelete}>
          Delete
        </Button>
      </div>
    </li>
  )
}

const Figures = ({ account }: { account: OperatorAccountView }) => {
  const { taskCount, activeTaskCount, receiverCount, storedBytes, lastSeenAt, createdAt } = account
  return (
    <p className={classes.itemMeta}>
      <span>
        {taskCount === 1 ? '1 task' : `${exactNumber(taskCount)} tasks`}, {exactNumber(activeTaskCount)} active
      </span>
      <span>{receiverCount === 1 ? '1 receiver' : `${exactNumber(receiverCount)} receivers`}</span>
      <span>{bytes(storedBytes)} stored</span>
      <span>
        Created <RelativeTime at={createdAt} />
      </span>
      <span>{lastSeenAt === null ? 'Never seen' : <>Last seen {<RelativeTime at={lastSeenAt} />}</>}</span>
    </p>
  )
}

function ResumeButton({ account: { id, name } }: { account: OperatorAccountView }) {
  const { act, dialog } = useAct({
    call: () => api.send(`${operatorPath}/accounts/${id}/resume`),
    onSuccess: () => snackbar.info('The account is no longer suspended.'),
    onError: (error) => snackbar.error(messageOf(error)),
  })
  return (
    <>
      <Button variant="default" aria-label={`Resume ${name}`} loading={act.isPending} onClick={() => act.mutate()}>
        Resume
      </Button>
      {dialog}
    </>
  )
}
