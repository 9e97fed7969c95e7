import assert from 'node:assert/strict'
import { cp, glob, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { describe, it, onTestFinished } from 'vitest'
import { hashChart } from '../helm/chart-files.ts'
import { root } from '../process/root.ts'
import { runProgram } from '../process/run-program.ts'
import { addSection, changelogSection } from './changelog.ts'
import { readChangesets } from './changesets.ts'
import { findVersions } from './versions.ts'

const stated =
  '{package.json,pnpm-workspace.yaml,.oxfmtrc.json,CHANGELOG.md,.changeset/*,{apps,packages}/*/package.json,infra/package.json}'

/** A folder with all of the repository that a release changes. */
const copyRepository = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'knockwire-release-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  for await (const file of glob(stated, { cwd: root })) {
    await mkdir(dirname(join(directory, file)), { recursive: true })
    await cp(join(root, file), join(directory, file))
  }
  await cp(join(root, 'infra/helm'), join(directory, 'infra/helm'), { recursive: true })
  await symlink(join(root, 'node_modules'), join(directory, 'node_modules'))
  return directory
}

const changeset = (directory: string, ...args: string[]) =>
  runProgram({
    command: process.execPath,
    args: [join(root, 'infra/release/main.ts'), ...args],
    directory,
    env: { ...process.env, PATH: [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter) },
  })

const oneOf = (versions: Map<string, string>) => {
  const distinct = new Set(versions.values())
  assert.equal(distinct.size, 1, JSON.stringify([...versions], null, 2))
  return [...distinct][0]
}

describe('a release', () => {
  it('finds one version in all packages, the chart and the images of the chart', async () => {
    const versions = await findVersions(root)
    assert.match(oneOf(versions) ?? '', /^\d+\.\d+\.\d+$/)
    for (const part of ['package.json', 'apps/api/package.json', 'infra/helm/rendered.yaml knockwire-api'])
      assert.ok(versions.has(part), part)
  })

  it('raises the version everywhere, moves all changesets into the changelog and leaves none', async () => {
    const directory = await copyRepository()
    // One for each kind of change, so that there is something to release right after a release, too.
    const own = {
      patch: 'A corrected thing.',
      minor: 'A new thing.',
      'changed-minor': '**Changed:** A thing that differs.',
    }
    for (const [kind, text] of Object.entries(own))
      await writeFile(
        join(directory, `.changeset/release-test-${kind}.md`),
        `---\n'@knockwire/infra': ${kind.replace('changed-', '')}\n---\n\n${text}\n`,
      )
    const before = oneOf(await findVersions(directory)) ?? ''
    const changesets = await readChangesets(directory)

    const { code, output } = await changeset(directory, 'version')
    assert.equal(code, 0, output)

    const [major, minor] = before.split('.').map(Number)
    const expected = `${major}.${(minor ?? 0) + 1}.0`
    assert.equal(oneOf(await findVersions(directory)), expected)
    assert.deepEqual(await readChangesets(directory), [])
    const [firstLine = ''] = (await readFile(join(directory, 'infra/helm/rendered.yaml'), 'utf8')).split('\n')
    assert.ok(firstLine.endsWith(await hashChart(join(directory, 'infra/helm'))), 'the rendered chart is up to date')

    const [, section = ''] = (await readFile(join(directory, 'CHANGELOG.md'), 'utf8')).split(/^## /m)
    assert.match(section, new RegExp(String.raw`^${expected.replaceAll('.', String.raw`\.`)} \(\d{4}-\d\d-\d\d\)`))
    assert.equal(section.split('\n').filter((line) => line.startsWith('- ')).length, changesets.length)
    for (const kind of ['New', 'Changed', 'Fixed and improved']) assert.match(section, new RegExp(`^### ${kind}$`, 'm'))
    for (const text of ['- A corrected thing.', '- A new thing.', '- A thing that differs.'])
      assert.ok(section.includes(text))
  })

  it('of a changeset that names a package which does not exist is not made, and the message says which', async () => {
    const directory = await copyRepository()
    await writeFile(join(directory, '.changeset/wrong.md'), "---\n'knockwire': minor\n---\n\nA new thing.\n")
    const { code, output } = await changeset(directory, 'version')
    assert.notEqual(code, 0)
    assert.match(output, /package knockwire which is not in the workspace/)
  })
})

it('every changeset names packages of the workspace and has a text', async () => {
  const names = new Set<string>()
  for await (const file of glob('{{apps,packages}/*,infra}/package.json', { cwd: root }))
    names.add((JSON.parse(await readFile(join(root, file), 'utf8')) as { name: string }).name)
  for (const { file, releases, text } of await readChangesets(root)) {
    assert.ok(text.length > 0, `${file} has no text.`)
    const released = Object.keys(releases)
    assert.ok(released.length > 0, `${file} names no package.`)
    for (const name of released)
      assert.ok(names.has(name), `${file} names ${name}, which is no package of the workspace.`)
  }
})

it('the section of a version is grouped by kind and by area, and stands above those of earlier versions', () => {
  const of = (text: string, releases: Record<string, 'patch' | 'minor' | 'major'>) => ({ file: 'x.md', text, releases })
  const section = changelogSection(
    [
      of('A button\nis new.', { '@knockwire/api': 'minor', '@knockwire/web': 'minor' }),
      of('**Changed:** A call is 409.\n\nIt was 400.', { '@knockwire/api': 'minor' }),
      of('A mail is sent.', { '@knockwire/executor': 'patch' }),
    ],
    '1.2.0',
    '2030-01-02',
  )
  assert.equal(
    section,
    [
      '## 1.2.0 (2030-01-02)',
      '### New',
      '#### Dashboard',
      '- A button is new.',
      '### Changed',
      '#### API and receivers',
      '- A call is 409.\n\n  It was 400.',
      '### Fixed and improved',
      '#### Executions and notifications',
      '- A mail is sent.\n',
    ].join('\n\n'),
  )
  assert.equal(
    addSection('# Changelog\n\n## 1.1.0\n\n- Old.\n', '## 1.2.0\n'),
    '# Changelog\n\n## 1.2.0\n\n## 1.1.0\n\n- Old.\n',
  )
})
