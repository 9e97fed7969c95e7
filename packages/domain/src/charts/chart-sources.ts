export const chartSources = ['response_time', 'response_code', 'response_body_text', 'response_body_json'] as const

/** A bookmark offers no text source (TH-18). */
export const bookmarkSources = ['response_time', 'response_code', 'response_body_json'] as const
