import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const api = 'http://127.0.0.1:3000'

export default defineConfig({
  plugins: [react()],
  // The API's content security policy allows no inline script, so nothing is inlined as a data URL either.
  build: {
    target: 'es2023',
    sourcemap: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The public rates page is an entry of its own: a visitor loads none of the dashboard.
    rolldownOptions: { input: ['index.html', 'rates.html'] },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': api, '/dev': api, '/docs': api, '/healthz': api },
  },
})
