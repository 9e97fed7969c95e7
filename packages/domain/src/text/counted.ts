/** Such as "1 task" and "1,204 tasks". `many`: the plural, where it is more than an s behind the singular. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`
