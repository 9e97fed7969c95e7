import { readFile, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))
const serverFolder = `${root}node_modules/.cache/prerender`
const ratesPage = `${root}dist/rates.html`

/** The rates page is drawn here once, so that a visitor sees it before any script has run. */
const prerenderRatesPage = async () => {
  const file = 'prerender-rates.js'
  await build({
    root,
    logLevel: 'warn',
    build: {
      ssr: 'src/prerender-rates.tsx',
      outDir: serverFolder,
      emptyOutDir: true,
      copyPublicDir: false,
      sourcemap: false,
      rolldownOptions: { output: { entryFileNames: file } },
    },
    // One file with React in it: it is imported from a folder that resolves no packages.
    ssr: { noExternal: true },
  })
  const { renderRatesPage } = await import(pathToFileURL(`${serverFolder}/${file}`).href)
  const page = await readFile(ratesPage, 'utf8')
  const marker = '<!--prerendered-->'
  if (!page.includes(marker)) throw new Error(`rates.html has no ${marker}`)
  await writeFile(
    ratesPage,
    page.replace(marker, () => renderRatesPage()),
  )
  await rm(serverFolder, { recursive: true, force: true })
}

await build({ root })
await prerenderRatesPage()
