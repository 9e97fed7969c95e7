import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ThirdPartyPackage } from './third-party.ts'

export const noticesFile = 'NOTICES.txt'

const line = '-'.repeat(80)

const describe = ({ name, version, license }: ThirdPartyPackage) => `${name} ${version} (${license})`

/** Each text once, below the packages that come with it. */
const notices = (packages: readonly ThirdPartyPackage[]): string => {
  const byText = new Map<string, string[]>()
  for (const one of packages) {
    const texts = one.texts.length > 0 ? one.texts : [`No license text comes with it; it states ${one.license}.`]
    for (const text of texts) byText.set(text, [...(byText.get(text) ?? []), describe(one)])
  }
  const sections = [...byText].map(([text, names]) => `${line}\n${names.join('\n')}\n\n${text}\n`)
  return `Knockwire contains the following packages of others, under the licenses below.\n\n${sections.join('\n')}`
}

/** Writes the licenses of what `folder` contains beside it, as they demand. */
export const writeNotices = (folder: string, packages: readonly ThirdPartyPackage[]): Promise<void> =>
  writeFile(join(folder, noticesFile), notices(packages))
