import { readFile, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))
const serverFolder = `${root}node_modules/.cache/prerender`

/** What documents show before any script has run is drawn here once. */
const prerenderDocuments = async () => {
  const file = 'prerender.js'
  await build({
    root,
    logLevel: 'warn',
    build: {
      ssr: 'src/prerender.tsx',
      outDir: serverFolder,
      emptyOutDir: true,
      copyPublicDir: false,
      sourcemap: false,
      rolldownOptions: { output: { entryFileNames: file } },
    },
    // One file with React in it: it is imported from a folder that resolves no packages.
    ssr: { noExternal: true },
  })
  const { prerendered } = await import(pathToFileURL(`${serverFolder}/${file}`).href)
  const marker = '<!--prerendered-->'
  for (const [name, html] of Object.entries<string>(prerendered())) {
    const document = await readFile(`${root}dist/${name}`, 'utf8')
    if (!document.includes(marker)) throw new Error(`${name} has no ${marker}`)
    await writeFile(
      `${root}dist/${name}`,
      document.replace(marker, () => html),
    )
  }
  await rm(serverFolder, { recursive: true, force: true })
}

await build({ root })
await prerenderDocuments()
