/** What makes an execution: its task's schedule, or somebody who tests the task. */
export const executionTriggers = ['SCHEDULE', 'TEST'] as const
