/** The option that a text names, such as one of an address; undefined where it names none. */
export const findOption = <T extends string>(options: readonly T[], text: unknown): T | undefined =>
  options.find((option) => option === text)

/** The option that was chosen in a select, which has no other. */
export function optionOf<T extends string>(options: readonly T[], text: string): T {
  const option = findOption(options, text)
  if (option === undefined) throw new RangeError(`There is no option ${text}.`)
  return option
}
