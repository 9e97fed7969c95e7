interface OfKind {
  kind: 'task' | 'receiver'
}

/** Such as `1 task` or `2 tasks`. */
export const counted = (count: number, one: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : `${one}s`}`

/** Such as `1 task and 2 receivers`; a kind that there is none of is left out as long as there is something of the other. */
export function countOf(objects: readonly OfKind[]): string {
  const of = (kind: OfKind['kind']) => objects.filter((each) => each.kind === kind).length
  const [tasks, receivers] = [of('task'), of('receiver')]
  if (receivers === 0) return counted(tasks, 'task')
  return tasks === 0
    ? counted(receivers, 'receiver')
    : `${counted(tasks, 'task')} and ${counted(receivers, 'receiver')}`
}
