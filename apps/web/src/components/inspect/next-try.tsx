import { Text } from '@mantine/core'
import { exactTime } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { nextTryWords } from './next-try-words.ts'

/** When a notification that failed is tried again; exact on hover. */
export function NextTry({ at }: { at: string }) {
  const now = useNow()
  const atMs = Date.parse(at)
  return (
    <Text component="time" size="xs" dateTime={at} title={exactTime(atMs)}>
      {nextTryWords(atMs, now)}
    </Text>
  )
}
