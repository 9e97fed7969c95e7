import { isWeekday, lastDayOf, nearestWeekday, type Wall } from './cron-model.ts'

type Test = (wall: Wall) => boolean

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const months = 'January February March April May June July August September October November December'.split(' ')
const ordinals = ['first', 'second', 'third', 'fourth', 'fifth']

const any =
  (tests: readonly Test[]): Test =>
  (wall) =>
    tests.some((test) => test(wall))
const all =
  (tests: readonly Test[]): Test =>
  (wall) =>
    tests.every((test) => test(wall))

const items = (text: string) => text.split(/, | and | or /)

/** Reads the words for a cron expression as a person would: what they say of days, and of times of a day. */
export function readCronWords(words: string): { day: Test; time: Test } {
  const [, time = '', rest = ''] = timePart.exec(withTimeFirst(withHoursOfDay(words))) ?? []
  if (time === '') throw new Error(`No time is said: ${words}`)
  return {
    time: readTime(time),
    day: rest === '' ? () => true : readDays(rest.replace(/^, /, '')),
  }
}

/** "1:05 PM" as "13:05". */
const withHoursOfDay = (words: string) =>
  words.replaceAll(/(\d+):(\d\d) ([AP])M/g, (_, hour: string, minute: string, half: string) => {
    const hours = (Number(hour) % 12) + (half === 'P' ? 12 : 0)
    return `${String(hours).padStart(2, '0')}:${minute}`
  })

/** "Mondays at 08:00" as "At 08:00, on Mondays". */
function withTimeFirst(words: string): string {
  const daily = words.replace(/^Every day at /, 'At ')
  const [, days, times, rest] =
    new RegExp(`^([A-Z][a-z, A-Z]*days|[A-Z]\\w+ through \\w+) at (${list(clock)})(.*)$`).exec(daily) ?? []
  if (days === undefined || times === undefined) return daily
  return `At ${times}, ${days.includes(' through ') ? days : `on ${days}`}${rest}`
}

const clock = String.raw`\d\d:\d\d`
const list = (item: string) => `${item}(?:(?:, ${item})* and ${item})?`
const timePart = new RegExp(
  `^((?:At ${list(clock)}|At ${list(String.raw`\d+`)} minutes? past the hour|Every \\d+ (?:minutes|hours)|Every (?:minute|hour))` +
    `(?:, between ${clock} and ${clock}|, in the hours starting at ${list(clock)}|, every \\d+ hours)?)(.*)$`,
)

const minuteOfDay = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))

function readTime(text: string): Test {
  const clocks = /^At (\d\d:\d\d.*)$/.exec(text)
  if (clocks) {
    const minutes = items(clocks[1] ?? '').map(minuteOfDay)
    return ({ hour, minute }) => minutes.includes(hour * 60 + minute)
  }
  return all([readMinutes(text), readHours(text)])
}

function readMinutes(text: string): Test {
  const past = /^At (.*) minutes? past the hour/.exec(text)
  if (past) {
    const minutes = items(past[1] ?? '').map(Number)
    return ({ minute }) => minutes.includes(minute)
  }
  const step = /^Every (\d+) minutes/.exec(text)
  if (step) return ({ minute }) => minute % Number(step[1]) === 0
  return text.startsWith('Every minute') ? () => true : ({ minute }) => minute === 0
}

function readHours(text: string): Test {
  const between = /between (\S+) and (\S+)/.exec(text)
  if (between) {
    const [from, to] = [minuteOfDay(between[1] ?? ''), minuteOfDay(between[2] ?? '')]
    return ({ hour, minute }) => hour * 60 + minute >= from && hour * 60 + minute <= to
  }
  const listed = /in the hours starting at (.*)$/.exec(text)
  if (listed) {
    const hours = items(listed[1] ?? '').map((time) => minuteOfDay(time) / 60)
    return ({ hour }) => hours.includes(hour)
  }
  const step = /[Ee]very (\d+) hours/.exec(text)
  return step ? ({ hour }) => hour % Number(step[1]) === 0 : () => true
}

function readDays(text: string): Test {
  const [, monthText] =
    /(?:^|, )((?:in (?:January|February|March|April|May|June|July|August|September|October|November|December).*)|(?:[A-Z]\w+ through (?:January|February|March|April|May|June|July|August|September|October|November|December)))$/.exec(
      text,
    ) ?? []
  const dayText = monthText === undefined ? text : text.slice(0, text.length - monthText.length).replace(/, $/, '')
  return all([
    ...(monthText === undefined ? [] : [readMonths(monthText)]),
    ...(dayText === '' ? [] : [readDay(dayText)]),
  ])
}

function readMonths(text: string): Test {
  const [from, to] = text.split(' through ').map((name) => months.indexOf(name) + 1)
  if (from !== undefined && to !== undefined) return ({ month }) => month >= from && month <= to
  const listed = items(text.replace('in ', '')).map((name) => months.indexOf(name) + 1)
  return ({ month }) => listed.includes(month)
}

function readDay(text: string): Test {
  const [, both, condition] = /^(on .* of the month), if it is (.*)$/.exec(text) ?? []
  if (both !== undefined && condition !== undefined) return all([readMonthDay(both), readWeekdays(condition)])
  const [, either, weekday] = /^(on .* of the month), or on (.*)$/.exec(text) ?? []
  if (either !== undefined && weekday !== undefined) return any([readMonthDay(either), readWeekdays(weekday)])
  const only = /^on ((?:\w+days|the \w+ \w+day of the month).*)$/.exec(text)
  if (only) return readWeekdays(only[1] ?? '')
  const run = /^(\w+) through (\w+)$/.exec(text)
  if (run) {
    const [from, to] = [weekdays.indexOf(run[1] ?? ''), weekdays.indexOf(run[2] ?? '')]
    return ({ weekday: day }) => day >= from && day <= to
  }
  return readMonthDay(text)
}

function readMonthDay(text: string): Test {
  const tests = items(text.replace(/^on (.*) of the month$/, '$1')).map((item): Test => {
    const run = /^the (\d+)\w\w through (\d+)\w\w$/.exec(item)
    if (run) return ({ day }) => day >= Number(run[1]) && day <= Number(run[2])
    const nearest = /^the weekday nearest the (\d+)\w\w$/.exec(item)
    if (nearest) return ({ year, month, day }) => day === nearestWeekday(year, month, Number(nearest[1]))
    if (item === 'the last day') return ({ year, month, day }) => day === lastDayOf(year, month)
    if (item === 'the last weekday')
      return ({ year, month, day, weekday }) => isWeekday({ weekday }) && day + 3 > lastDayOf(year, month)
    const number = Number(/^(?:the )?(\d+)(?:st|nd|rd|th)$/.exec(item)?.[1])
    if (!(number >= 1 && number <= 31)) throw new Error(`No day: ${item}`)
    return ({ day }) => day === number
  })
  return any(tests)
}

const readWeekdays = (text: string): Test =>
  any(
    items(text).map((item): Test => {
      const nth = /^the (\w+) (\w+) of the month$/.exec(item)
      const name = nth?.[2] ?? item.replace(/^a /, '').replace(/s$/, '')
      const number = weekdays.indexOf(name)
      if (number === -1) throw new Error(`No weekday: ${item}`)
      return ({ year, month, day, weekday }) =>
        weekday === number &&
        (nth === null ||
          (nth[1] === 'last'
            ? day + 7 > lastDayOf(year, month)
            : Math.ceil(day / 7) === ordinals.indexOf(nth[1] ?? '') + 1))
    }),
  )
