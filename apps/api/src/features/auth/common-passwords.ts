/** Beside those of the package, which leaves runs of digits to patterns: more of public leaks, and what one thinks of here. */
const moreWords = `
p@ssword p@ssw0rd1 pa$$word 0123456789 0987654321 987654321 87654321 12341234 12121212 123123123 zaq1zaq1 abcdefgh
linkedin facebook1 admin1234 root1234 rootroot changeme123 guest123 user1234 login123 server123 pass12345 yourpassword
qwertz123 cheese123 summer2023 summer2024 summer2025 winter2023 winter2024 winter2025 spring2024 spring2025 autumn2024
knockwire knockwire! knockwire1 knockwire123 webhooks webhook1 webhook123
`

let common: Promise<Set<string>> | undefined

const load = async (): Promise<Set<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set([...dictionary['passwords-common'], ...moreWords.trim().split(/\s+/)])
}

const isOneCharacter = (password: string) => new Set(password.normalize('NFKC')).size === 1

/** `Knockwire2026!`, `knock-wire-knock-wire`: the first thing that one tries here. */
const isProductName = (password: string) => /^(knockwire)+$/.test(password.toLowerCase().replaceAll(/[^a-z]/g, ''))

/**
 * Whether a password is among the most used ones of public leaks, in any case: some 49 000 of them, of which 18 000 have
 * eight characters or more (ASVS 5 asks for the 3 000 most used that the length allows). The list is read at first use,
 * which takes about 30 ms, so that it slows no start.
 */
export const isCommonPassword = async (password: string): Promise<boolean> => {
  common ??= load()
  return isOneCharacter(password) || isProductName(password) || (await common).has(password.toLowerCase())
}
