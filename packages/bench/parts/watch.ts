import type pg from 'pg'

export interface WatchedValue {
  source: string
  property: string
}

const insertSql = `
  insert into notifications (id, account_id, task_id, type, condition, setting, created_at, updated_at)
  select gen_random_uuid(), t.account_id, t.id, 'SMS', $2::jsonb, $3::jsonb, now(), now()
  from generate_series(1, $1::int) n join tasks t on t.id = md5('task' || n)::uuid`

/** Gives each of the first tasks a notification whose condition never holds. */
export const watchTasks = async (pool: pg.Pool, tasks: number, watched: WatchedValue): Promise<void> => {
  const condition = { ...watched, comparison: 'number_equal_to', rightValue: 599, advancedCondition: null }
  const sms = { countryCode: '+1', phoneNumber: '+16045550199', template: '{{ task.name }}' }
  await pool.query(insertSql, [tasks, JSON.stringify(condition), JSON.stringify({ type: 'SMS', sms })])
  await pool.query('vacuum analyze notifications')
}

export const unwatchTasks = async (pool: pg.Pool): Promise<void> => {
  await pool.query('delete from notifications')
  await pool.query('vacuum notifications')
}
