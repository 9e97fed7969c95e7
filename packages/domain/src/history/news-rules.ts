/** Sources of a chart whose values the rows have: its series comes with the news. What is in bodies is read by its own call. */
export const carriedSources = ['response_time', 'response_code'] as const
