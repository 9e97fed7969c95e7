export interface SettingInForce {
  name: string
  /** Null: it is not set, or it is secret and set. */
  value: string | null
  isSecret: boolean
}

/** Keys, passwords and tokens, and URLs that may hold a password. */
const secretName = /KEY|SECRET|PASSWORD|TOKEN|_URL$|HEADERS/
const publicNames = new Set(['STRIPE_PUBLIC_KEY', 'AWS_ACCESS_KEY_ID'])

/** The settings of a process by their names, as it reads them; of a secret only whether it is set. */
export const settingsInForce = (env: Readonly<Record<string, unknown>>): SettingInForce[] =>
  Object.entries(env)
    .map(([name, value]) => {
      const isSecret = secretName.test(name) && !publicNames.has(name)
      const text = textOf(value)
      const isSet = text !== ''
      return { name, value: isSecret || !isSet ? null : text, isSecret: isSecret && isSet }
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))

/** As it is written in the environment: a list with commas; empty where it is not set. */
function textOf(value: unknown): string {
  if (value === undefined) return ''
  if (Array.isArray(value)) return value.join(',')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
