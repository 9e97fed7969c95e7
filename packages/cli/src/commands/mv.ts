import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Key } from '@knockwire/domain/definitions/key'
import { type Document, isMap, isScalar, parseDocument } from 'yaml'
import { neededArg, type Run, textOption, UserError } from '../cli.ts'
import { readProject } from '../project/read-project.ts'

type Kind = 'task' | 'receiver'

const open = (path: string): Document => parseDocument(readFileSync(path, 'utf8'))

/** Comments and the order of everything stay. */
const save = (path: string, document: Document) => writeFileSync(path, document.toString({ lineWidth: 0 }))

function renameKey(document: Document, kind: Kind, from: string, to: string): boolean {
  const section = document.get(`${kind}s`)
  if (!isMap(section)) return false
  const pair = section.items.find(({ key }) => isScalar(key) && key.value === from)
  if (pair === undefined || !isScalar(pair.key)) return false
  if (section.has(to)) throw new UserError(`There is a ${kind} ${to} already.`)
  pair.key.value = to
  return true
}

export const run: Run = async (cli, invocation) => {
  const kind = neededArg(invocation, 0, 'kind: task or receiver')
  if (kind !== 'task' && kind !== 'receiver')
    throw new UserError(`A key is that of a task or a receiver, and not of a ${kind}.`)
  const [from, to] = [neededArg(invocation, 1, 'key'), neededArg(invocation, 2, 'new key')]
  if (!Key.safeParse(to).success)
    throw new UserError(`${to} is no key: it has a-z, 0-9, dots, underscores and hyphens.`)
  const { files, source, compiled } = await readProject(cli, textOption(invocation, 'file'))
  if (compiled.resources.some((each) => each.kind === kind && each.key === to))
    throw new UserError(`There is a ${kind} ${to} already.`)
  const main = resolve(cli.cwd, source)
  const documents = new Map(files.map(({ name }) => [resolve(cli.cwd, name), open(resolve(cli.cwd, name))]))
  const renamed = [...documents].find(([, document]) => renameKey(document, kind, from, to))
  const mainDocument = documents.get(main)
  if (renamed === undefined || mainDocument === undefined) throw new UserError(`The file has no ${kind} ${from}.`)
  const moved = mainDocument.get('moved')
  const entry = mainDocument.createNode({ kind, from, to }, { flow: true })
  if (moved === undefined || moved === null) mainDocument.set('moved', [entry])
  else mainDocument.addIn(['moved'], entry)
  const [path, document] = renamed
  save(path, document)
  if (path !== main) save(main, mainDocument)
  cli.terminal.print(
    `${from} is ${to} now. The next apply renames it and keeps its history; then the entry under moved can go.`,
  )
  return 0
}
