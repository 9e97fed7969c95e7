import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

// `pnpm dev` passes on which port the API has.
// oxlint-disable-next-line no-restricted-properties
const api = `http://127.0.0.1:${process.env['PORT'] || 3000}`

/** As the API does: any address with /rates is the rates page. */
const serveRatesPage: Plugin = {
  name: 'serve-rates-page',
  configureServer: ({ middlewares }) => {
    middlewares.use((request, _response, next) => {
      const isPage = request.headers.accept?.includes('text/html') === true
      if (isPage && new URL(request.url ?? '/', api).pathname.includes('/rates')) request.url = '/rates.html'
      next()
    })
  },
}

export default defineConfig({
  plugins: [react(), serveRatesPage],
  // The one setting of the whole product that is built in keeps its name.
  envPrefix: ['VITE_', 'SUPPORT_EMAIL'],
  // The API's content security policy allows no inline script, so nothing is inlined as a data URL either.
  build: {
    target: 'es2023',
    // Written, not named in the code: the server does not serve them.
    sourcemap: 'hidden',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The public rates page is an entry of its own: a visitor loads none of the dashboard.
    rolldownOptions: { input: ['index.html', 'rates.html'] },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': api, '/dev': api, '/docs': api, '/blog': api, '/healthz': api },
  },
})
