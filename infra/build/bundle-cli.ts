import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { root } from '../process/root.ts'
import { writeNotices } from './notices.ts'
import { thirdPartyPackages } from './third-party.ts'

const cliFile = 'knockwire.cjs'

/**
 * A file without an extension is what the package.json above it says, and people put this one into folders of either kind. As an ECMAScript
 * module it has no `require`, and finds Node's own modules, all that it uses, in another way.
 */
const asEither = [
  "var require=typeof require==='function'?require:(name)=>process.getBuiltinModule(name)",
  "var module=typeof module==='object'?module:{exports:{}}",
  'var exports=module.exports',
  "var __filename=typeof __filename==='string'?__filename:process.argv[1]",
].join(';')

/** The oldest with `process.getBuiltinModule`. An older one would end with an error that explains nothing. */
const nodeCheck = [
  '(function(version){if(version[0]<20||version[0]===20&&version[1]<16){',
  "console.error('knockwire needs Node.js 20.16 or later. This is '+process.version+'.');process.exit(1)}})",
  "(process.versions.node.split('.').map(Number))",
].join('')

/**
 * Makes the command line one script without dependencies, which Node runs under any name in any folder. Its parts are evaluated when a
 * command needs them. Answers where it is.
 */
export const bundleCli = async (outDir = join(root, 'packages/cli/dist')): Promise<string> => {
  const bundle = await rolldown({
    input: join(root, 'packages/cli/src/main.ts'),
    platform: 'node',
    transform: { define: { 'process.env.NODE_ENV': '"production"' }, target: 'node20' },
    logLevel: 'warn',
  })
  const file = join(outDir, cliFile)
  await mkdir(outDir, { recursive: true })
  await bundle.write({
    file,
    format: 'cjs',
    codeSplitting: false,
    minify: true,
    // They say which packages are in it, and are not kept: it is one file.
    sourcemap: 'hidden',
    sourcemapExcludeSources: true,
  })
  await bundle.close()
  const code = await readFile(file, 'utf8')
  await writeFile(file, `#!/usr/bin/env node\n${nodeCheck}\n${asEither}\n${code}`)
  await chmod(file, 0o755)
  await writeNotices(outDir, await thirdPartyPackages('cli', outDir))
  await rm(`${file}.map`)
  return file
}
