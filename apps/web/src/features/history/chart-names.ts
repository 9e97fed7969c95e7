import { BookmarkSource, ChartSource } from '@knockwire/domain/charts/chart'

export const sourceNames: Record<ChartSource, string> = {
  response_time: 'Response Time',
  response_code: 'Response Code',
  response_body_text: 'Response Body (Text)',
  response_body_json: 'Response Body (JSON)',
}

export const chartSourceOptions = ChartSource.options.map((value) => ({ value, label: sourceNames[value] }))
export const bookmarkSourceOptions = BookmarkSource.options.map((value) => ({ value, label: sourceNames[value] }))
