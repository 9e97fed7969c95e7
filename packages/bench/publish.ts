import { readFile, writeFile } from 'node:fs/promises'
import { arch, cpus, platform, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Figure } from './report.ts'

/** What one measure gave. */
export interface Section {
  /** As `pnpm bench` calls it. */
  name: string
  /** How it is measured, where that is not `pnpm bench` with the name. */
  command?: string
  title: string
  figures: readonly Figure[]
}

interface Published extends Section {
  /** The day, in UTC. */
  measuredOn: string
  machine: string
}

const file = fileURLToPath(new URL('../../apps/site/src/data/measurements.json', import.meta.url))

const machine = () => {
  const [cpu] = cpus()
  const memoryGb = Math.round(totalmem() / 2 ** 30)
  return `${cpus().length} × ${cpu?.model.trim() ?? 'unknown processor'}, ${memoryGb} GB, ${platform()} ${arch()}, Node ${process.versions.node}`
}

/** Two or three digits say all that one run can. */
const rounded = (value: number) => (Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3)))

/** Puts the sections into the documentation's table, each in its place; those that were not measured now stay as they are. */
export const publish = async (sections: readonly Section[]): Promise<void> => {
  const before: Published[] = JSON.parse(await readFile(file, 'utf8'))
  const measuredOn = new Date().toISOString().slice(0, 10)
  const now = sections.map((section) => ({
    ...section,
    figures: section.figures.map((figure) => ({ ...figure, value: rounded(figure.value) })),
    measuredOn,
    machine: machine(),
  }))
  const unknown = now.filter(({ name }) => !before.some((section) => section.name === name))
  const all = [...before.map((known) => now.find(({ name }) => name === known.name) ?? known), ...unknown]
  await writeFile(file, `${JSON.stringify(all, null, 2)}\n`)
}
