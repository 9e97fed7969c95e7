import { reportedErrors } from '@knockwire/db/schema/operator'
import type { ReportedErrorList } from '@knockwire/domain/operator/operator'
import { desc } from 'drizzle-orm'
import type { ApiContext } from '../../context.ts'
import type { AuditActor } from '@knockwire/services/audit/record-event'
import { auditOperator } from './audit-operator.ts'

export const listErrors = async ({ db }: ApiContext): Promise<ReportedErrorList> => {
  const rows = await db.select().from(reportedErrors).orderBy(desc(reportedErrors.lastAt)).limit(100)
  const results = rows.map((row) => ({
    ...row,
    firstAt: row.firstAt.toISOString(),
    lastAt: row.lastAt.toISOString(),
  }))
  return { results }
}

/** Deletes all of them, as once they are fixed. */
export const clearErrors = (context: ApiContext, actor: AuditActor): Promise<void> =>
  context.db.transaction(async (tx) => {
    await tx.delete(reportedErrors)
    await auditOperator(context, tx, actor, { accountIds: null, action: 'instance.errors_cleared' })
  })
