import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashChart } from '../helm/chart-files.ts'

const chartFile = 'infra/helm/knockwire/Chart.yaml'
const renderedFile = 'infra/helm/rendered.yaml'

const edit = async (file: string, change: (text: string) => string) =>
  writeFile(file, change(await readFile(file, 'utf8')))

/** Every place that states the product's version, with what it states. */
export const findVersions = async (directory: string): Promise<Map<string, string>> => {
  const versions = new Map<string, string>()
  for await (const file of glob('{package.json,{apps,packages}/*/package.json,infra/package.json}', {
    cwd: directory,
  })) {
    const { version } = JSON.parse(await readFile(join(directory, file), 'utf8')) as { version?: string }
    versions.set(file, version ?? '')
  }
  const chart = await readFile(join(directory, chartFile), 'utf8')
  for (const key of ['version', 'appVersion'])
    versions.set(`${chartFile} ${key}`, new RegExp(`^${key}: (.*)$`, 'm').exec(chart)?.[1] ?? '')
  const rendered = await readFile(join(directory, renderedFile), 'utf8')
  for (const [, label, version] of rendered.matchAll(/(app\.kubernetes\.io\/version): "?([^"\n]+)"?/g))
    versions.set(`${renderedFile} ${label}`, version ?? '')
  for (const [, image, version] of rendered.matchAll(/image: \S+\/(knockwire-\w+):([^@\s]+)/g))
    versions.set(`${renderedFile} ${image}`, version ?? '')
  return versions
}

/**
 * Gives the product's version to what Changesets does not know: the root, the chart, and the chart as it was rendered, where the version
 * stands in labels and image tags only.
 */
export const setVersion = async (directory: string, from: string, to: string): Promise<void> => {
  await edit(join(directory, 'package.json'), (text) => text.replace(`"version": "${from}"`, `"version": "${to}"`))
  await edit(join(directory, chartFile), (text) => text.replaceAll(/^((?:app)?[vV]ersion): .*$/gm, `$1: ${to}`))
  const escaped = from.replaceAll('.', String.raw`\.`)
  const stated = new RegExp(
    String.raw`((?:kubernetes\.io/version: "|helm\.sh/chart: knockwire-|/knockwire-\w+:))${escaped}(?=["\s@])`,
    'g',
  )
  const hash = await hashChart(join(directory, 'infra/helm'))
  await edit(join(directory, renderedFile), (text) =>
    text.replaceAll(stated, `$1${to}`).replace(/^(# Rendered by `pnpm chart:render` from )\w+/, `$1${hash}`),
  )
}
