export type Form = { [name: string]: string | Form }

/** Reads `items[0][price]=x&customer=y` as Stripe does; lists become objects with numbers as names. */
export const parseForm = (body: string): Form => {
  const form: Form = {}
  for (const [name, value] of new URLSearchParams(body)) put(form, name.replaceAll(']', '').split('['), value)
  return form
}

const put = (form: Form, [name = '', ...rest]: string[], value: string): void => {
  if (rest.length === 0) {
    form[name] = value
    return
  }
  const inner = form[name]
  const next = typeof inner === 'object' ? inner : {}
  form[name] = next
  put(next, rest, value)
}

export const textIn = (form: Form, name: string): string | undefined => {
  const value = form[name]
  return typeof value === 'string' ? value : undefined
}

export const formIn = (form: Form, name: string): Form => {
  const value = form[name]
  return typeof value === 'object' ? value : {}
}

export const textsIn = (form: Form): Record<string, string> =>
  Object.fromEntries(Object.entries(form).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
