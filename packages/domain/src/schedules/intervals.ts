const minuteSeconds = 60

const option = (minutes: number, label: string) => ({ intervalSecond: minutes * minuteSeconds, label })

/** The intervals on offer, shortest first. */
export const intervalOptions: readonly { intervalSecond: number; label: string }[] = [
  option(1, '1 minute'),
  option(5, '5 minutes'),
  option(10, '10 minutes'),
  option(30, '30 minutes'),
  option(60, '60 minutes'),
  option(1440, '1 day'),
  option(10080, '1 week'),
]

export const defaultIntervalSecond = 30 * minuteSeconds

export const isOfferedInterval = (intervalSecond: number) =>
  intervalOptions.some((offered) => offered.intervalSecond === intervalSecond)
