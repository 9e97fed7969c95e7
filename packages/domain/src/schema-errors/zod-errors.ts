import { z } from 'zod'

const characters = (count: number | bigint) => `${count} character${Number(count) === 1 ? '' : 's'}`

const tooBig = ({ origin, maximum }: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>) => {
  if (origin === 'string') return `Enter at most ${characters(maximum)}.`
  return origin === 'array' ? `Enter at most ${maximum}.` : `Enter ${maximum} or less.`
}

const tooSmall = ({ origin, minimum }: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>) => {
  if (origin === 'string') return `Enter at least ${characters(minimum)}.`
  return origin === 'array' ? `Enter at least ${minimum}.` : `Enter ${minimum} or more.`
}

/**
 * Messages for people where a schema has none of its own: they are shown beside the fields. Called once by the API and
 * once by the web, since each checks with its own copy of the schema library.
 * @param messageOf - the messages of all other issues, which no form can cause
 */
export const configureZodErrors = (messageOf?: (issue: z.core.$ZodRawIssue) => string | undefined) => {
  z.config({
    customError: (issue) => {
      if (issue.code === 'too_big') return tooBig(issue)
      return issue.code === 'too_small' ? tooSmall(issue) : messageOf?.(issue)
    },
  })
}
