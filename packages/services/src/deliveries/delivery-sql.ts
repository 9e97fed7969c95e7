import { mutedMessage } from '@knockwire/domain/notifications/mute'

/*
 * What the executor changes of deliveries, as its statements or parts of them, which change many at once, and what is deleted with
 * what deliveries are about. Everything that writes the table is in this folder: what the API changes is in write-deliveries.ts.
 */

/** Deliveries of executions, each once: sent, or put down as muted. */
export const insertDueSql = `
  insert into deliveries
    (id, account_id, notification_id, subject_id, occasion, type, recipient, status, error, verdict, is_requested, created_at)
  select id, account_id, notification_id, subject_id, occasion, type, recipient,
    case when is_muted then 'MUTED' else 'PENDING' end, case when is_muted then '${mutedMessage}' end,
    verdict::jsonb, is_requested, now()
  from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[], $9::bool[],
    $10::bool[])
    as created (
      id, account_id, notification_id, subject_id, occasion, type, recipient, verdict, is_muted, is_requested)
  on conflict (subject_id, notification_id, occasion) do nothing
  returning id, type, account_id as "accountId", status = 'PENDING' as "isToSend"`

/**
 * Alerts ($1: notifications, $2: what they are about) that were put down as muted, and are sent now: what they are about has one row for
 * each notification.
 */
export const releaseMutedSql = `
  update deliveries d set status = 'PENDING', attempts = 0, error = null, response = null, next_attempt_at = null, counted = null,
    joined_to = null
  from unnest($1::uuid[], $2::uuid[]) as alert (notification_id, subject_id)
  where d.notification_id = alert.notification_id and d.subject_id = alert.subject_id and d.occasion = 'HOLDS'
    and d.status = 'MUTED'
  returning d.id, d.type, d.account_id as "accountId"`

/** Counts an attempt of each that is `waiting` (id, counted), which are locked. */
export const countAttemptSql = `
    update deliveries d set attempts = attempts + 1, next_attempt_at = null, counted = null
    from waiting w where d.id = w.id
    returning d.id, d.account_id, d.notification_id, d.subject_id, d.occasion, d.type, d.attempts, d.verdict,
      d.created_at, d.draft, d.joined_to, d.is_requested or d.occasion = 'TEST' as is_requested, w.counted`

/**
 * What became of attempts. Nothing is written for an attempt that another has overtaken, but that it was delivered: the other
 * comes to nothing better.
 */
export const endAttemptsSql = `
  update deliveries d set status = ended.status, error = ended.error, provider_message_id = ended.provider_message_id,
    counted = ended.counted::jsonb, response = ended.response::jsonb, joined_to = coalesce(ended.joined_to, d.joined_to),
    draft = case ended.status when 'PENDING' then d.draft end,
    attempts = case when ended.is_made then d.attempts else d.attempts - 1 end,
    delivered_at = case ended.status when 'DELIVERED' then now() end,
    next_attempt_at = now() + ended.wait_seconds * interval '1 second'
  from unnest($1::uuid[], $2::int[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bool[],
    $8::float8[], $9::text[], $10::uuid[])
    as ended (id, attempt, status, error, provider_message_id, counted, is_made, wait_seconds, response, joined_to)
  where d.id = ended.id and d.status = 'PENDING' and (d.attempts = ended.attempt or ended.status = 'DELIVERED')
  returning d.id`

/** What mails ($1) have listed has ended as they have. */
export const endJoinedSql = `
  update deliveries f set status = sent.status, error = sent.error, attempts = sent.attempts,
    delivered_at = sent.delivered_at, next_attempt_at = null
  from deliveries sent
  where sent.id = any ($1::uuid[]) and f.joined_to = sent.id and f.id <> sent.id and f.status = 'PENDING'
  returning f.notification_id as "notificationId", f.occasion, f.status`

/** Where the mail that was to list others is gone, the `oldest` (gone, id) of them takes its place. */
export const adoptSql = `
    update deliveries d set joined_to = oldest.id from oldest
    where d.joined_to = oldest.gone and d.status = 'PENDING'
    returning d.id, d.joined_to, d.type, d.account_id, d.next_attempt_at`

/** Those that cannot be sent ($1), with what a mail among them was to list, for a reason ($2). */
export const failSql = `
  update deliveries d set status = 'FAILED', error = $2
  where (id = any ($1::uuid[]) or joined_to = any ($1::uuid[])) and status = 'PENDING'
  returning d.subject_id as "subjectId", d.occasion,
    (select task_id from notifications n where n.id = d.notification_id) as "taskId",
    (select receiver_id from notifications n where n.id = d.notification_id) as "receiverId"`

/** The deliveries of executions or requests that are being deleted (`to_delete`). The array has the index used. */
export const deleteWithSubjectsSql = `delete from deliveries where subject_id = any (array(select id from to_delete))`
