import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'

const documentation = fileURLToPath(new URL('../../../apps/site/src/content/docs/docs', import.meta.url))

export interface CodeBlock {
  language: string
  code: string
}

/** Within a list, it is indented. */
const fence = /^( *)```(\w+) (\w+)\n([\s\S]*?)^\1```$/gm

const blocksOf = (page: string, mark: string): CodeBlock[] =>
  [...readFileSync(join(documentation, page), 'utf8').matchAll(fence)]
    .filter(([, , , marked]) => marked === mark)
    .map(([, indent = '', language = '', , code = '']) => ({
      language,
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }))

/** The documentation's pages with the code blocks that are marked so: ```bash run. */
export const documentedCode = (mark: 'run' | 'verify' | 'github' | 'gitlab'): { page: string; blocks: CodeBlock[] }[] =>
  globSync('**/*.mdx', { cwd: documentation })
    .map((page) => ({ page, blocks: blocksOf(page, mark) }))
    .filter(({ blocks }) => blocks.length > 0)
