import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const Option = z.object({
  name: z.string(),
  short: z.string().optional(),
  value: z.string().optional(),
  text: z.string(),
})

const Reference = z.object({
  commands: z.array(
    z.object({
      name: z.string(),
      args: z.string().default(''),
      summary: z.string(),
      text: z.string().optional(),
      options: z.array(Option).default([]),
      examples: z.array(z.tuple([z.string(), z.string()])).default([]),
      exits: z.array(z.tuple([z.number(), z.string()])).default([]),
    }),
  ),
  globalOptions: z.array(Option),
})

/** Every command as the program itself explains it; `build.ts` asks it. */
export const cliReference = Reference.parse(
  JSON.parse(readFileSync(join(process.cwd(), 'node_modules/.cache/generated/cli.json'), 'utf8')),
)
