import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const source = join(import.meta.dirname, '..')

const readSource = (file: string) => readFileSync(join(source, file), 'utf8')

/** The class names that a component takes from a stylesheet, which the stylesheet does not have. */
const undefinedClasses = (file: string): string[] => {
  const text = readSource(file)
  return [...text.matchAll(/^import (\w+) from '([^']+\.module\.css)'/gm)].flatMap(([, local = '', path = '']) => {
    const css = readSource(join(dirname(file), path))
    const defined = new Set([...css.matchAll(/\.([A-Za-z]\w*)/g)].map(([, name]) => name))
    const used = new Set([...text.matchAll(new RegExp(`(?<!/)\\b${local}\\.(\\w+)`, 'g'))].map(([, name = '']) => name))
    return [...used].filter((name) => !defined.has(name)).map((name) => `${file}: ${name} of ${path}`)
  })
}

it('every class name that a component uses has a style in its stylesheet', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: source })
  expect(files.filter((file) => readSource(file).includes('.module.css')).length).toBeGreaterThan(50)
  expect(files.flatMap(undefinedClasses)).toEqual([])
})
