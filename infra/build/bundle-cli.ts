import { chmod, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { root } from '../process/root.ts'
import { writeNotices } from './notices.ts'
import { thirdPartyPackages } from './third-party.ts'

const cliFile = 'knockwire.cjs'

/**
 * Makes the command line one script without dependencies, which Node runs under any name: an ECMAScript module would need one that says
 * so. Its parts are evaluated when a command needs them. Answers where it is.
 */
export const bundleCli = async (outDir = join(root, 'packages/cli/dist')): Promise<string> => {
  const bundle = await rolldown({
    input: join(root, 'packages/cli/src/main.ts'),
    platform: 'node',
    transform: { define: { 'process.env.NODE_ENV': '"production"' }, target: 'node22' },
    logLevel: 'warn',
  })
  const file = join(outDir, cliFile)
  await mkdir(outDir, { recursive: true })
  await bundle.write({
    file,
    format: 'cjs',
    banner: '#!/usr/bin/env node',
    codeSplitting: false,
    minify: true,
    // They say which packages are in it, and are not kept: it is one file.
    sourcemap: 'hidden',
    sourcemapExcludeSources: true,
  })
  await bundle.close()
  await chmod(file, 0o755)
  await writeNotices(outDir, await thirdPartyPackages('cli', outDir))
  await rm(`${file}.map`)
  return file
}
