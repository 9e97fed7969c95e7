import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { figures } from './data/figures.ts'
import { readSettings } from './data/settings.ts'

const repository = fileURLToPath(new URL('../../../', import.meta.url))
const read = (file: string) => readFileSync(`${repository}${file}`, 'utf8')
const pages = globSync('apps/site/src/**/*.{mdx,astro}', { cwd: repository }).map((file) => ({
  file,
  text: read(file),
}))
const documented = (pattern: RegExp) =>
  pages.flatMap(({ file, text }) => [...text.matchAll(pattern)].map(([, word = '']) => ({ file, word })))

describe('the documentation', () => {
  it('names only commands that package.json has', () => {
    const { scripts } = JSON.parse(read('package.json'))
    const commands = documented(/npx -y pnpm@10 ([\w:]+)/g)
    expect(commands.length).toBeGreaterThan(5)
    for (const { file, word } of commands)
      expect([file, [...Object.keys(scripts), 'install']]).toEqual([file, expect.arrayContaining([word])])
  })

  it('names only what knockwire-operator does', () => {
    const words = documented(/^knockwire-operator ([\w:-]+)/gm)
    expect(words.length).toBeGreaterThan(12)
    const [script, command] = [read('deploy/systemd/knockwire-operator'), read('apps/api/src/commands/operate.ts')]
    for (const { file, word } of words) {
      const isThere = script.includes(`\n  ${word}) `) || new RegExp(`^  '?${word}'?: \\{`, 'm').test(command)
      expect([file, word, isThere]).toEqual([file, word, true])
    }
  })

  it('names only measures that the benchmark has', () => {
    const [, list = ''] = read('packages/bench/main.ts').match(/const names =\s+'([^']+)'/) ?? []
    const names = list.split(' ')
    const measures = documented(/pnpm(?:@10)? bench (?:--[a-z]+ )*([a-z][a-z-]*)/g).map(({ word }) => word)
    expect(measures).toContain('lag')
    expect(names).toEqual(expect.arrayContaining([...measures, ...figures.map(({ command }) => command)]))
  })

  it('claims on the front page what was measured last, with its machine', () => {
    const sections: { name: string; machine: string; figures: { what: string; value: number }[] }[] = JSON.parse(
      read('apps/site/src/data/measurements.json'),
    )
    const measured = (name: string, what: string) =>
      sections.find((section) => section.name === name)?.figures.find((figure) => figure.what === what)?.value
    expect(figures.map(({ value }) => Number.parseFloat(value))).toEqual([
      measured('lag', 'lag, 99 of 100'),
      measured('throughput', 'processor time a run, both'),
      measured('idle', 'and of PostgreSQL with it'),
      measured('history', 'the oldest page, among 10 million by among 10,000'),
    ])
    for (const { command, machine, measuredOn } of figures) {
      expect(machine).toBe(sections.find(({ name }) => name === command)?.machine)
      expect(measuredOn).toMatch(/^\d{4}-\d\d-\d\d$/)
    }
  })

  it('starts only programs that exist', () => {
    const programs = documented(/node (apps\/[\w/.-]+\.[jt]s)/g)
    expect(programs.length).toBeGreaterThan(2)
    const bundled = read('infra/build/bundle-app.ts')
    for (const { file, word } of programs) {
      const [, name] = /^apps\/\w+\/dist\/([\w-]+)\.js$/.exec(word) ?? []
      const exists = name ? new RegExp(`[ {]'?${name}'?: '`).test(bundled) : existsSync(`${repository}${word}`)
      expect([file, word, exists]).toEqual([file, word, true])
    }
  })

  it('names only metrics that the product has', () => {
    const sources = globSync('{apps,packages}/*/src/**/*.ts', { cwd: repository }).map(read).join('\n')
    const metrics = documented(/(knockwire_[a-z_]+)/g)
    expect(metrics.length).toBeGreaterThan(5)
    for (const { file, word } of metrics)
      expect([file, word, sources.includes(`'${word.replace(/_(?:bucket|sum|count)$/, '')}'`)]).toEqual([
        file,
        word,
        true,
      ])
  })

  it('explains every setting, each under a heading', () => {
    const groups = readSettings(repository)
    const settings = groups.flatMap(({ entries }) => entries.flatMap((entry) => entry.settings.map(({ name }) => name)))
    expect(settings).toEqual(expect.arrayContaining(['DATABASE_URL', 'SITE_ROOT', 'RATE_SOURCES', 'STRIPE_SECRET_KEY']))
    expect(new Set(settings).size).toBe(settings.length)
    for (const { entries } of groups) for (const { text } of entries) expect(text).toMatch(/\S{3,}/)
  })
})
