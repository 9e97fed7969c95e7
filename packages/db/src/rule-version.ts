/**
 * Changes when the condition of a notification (`n`) is edited, or when it notifies; not with the recipient or the text. An
 * edit that is taken back leaves it as it was. Hashed as they are stored: each run of each task with a condition asks for it,
 * and text made of them first would cost as much as all the rest of the query.
 */
export const ruleVersionSql =
  '(coalesce(jsonb_hash_extended(n.condition, 0), 0) # coalesce(jsonb_hash_extended(n.firing, 1), 0))::text'
