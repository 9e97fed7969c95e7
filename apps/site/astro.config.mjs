import starlight from '@astrojs/starlight'
import { defineConfig } from 'astro/config'
import starlightBlog from 'starlight-blog'
import starlightLinksValidator from 'starlight-links-validator'
import { sidebar } from './src/sidebar.ts'

const description = 'Scheduled HTTP checks and webhook receivers that you can rely on and run yourself.'

export default defineConfig({
  // Stands for the address of the server that serves the pages, which writes its own in its place.
  site: 'https://knockwire.example',
  trailingSlash: 'never',
  // A line break between two words is a space.
  compressHTML: true,
  build: { format: 'directory' },
  // The content security policy allows the scripts whose hashes the build writes down; files need no hash.
  vite: { build: { assetsInlineLimit: 0, sourcemap: 'hidden' } },
  integrations: [
    starlight({
      title: 'Knockwire',
      description,
      favicon: '/favicon.svg',
      customCss: ['./src/styles/starlight.css'],
      // Lines wrap, so that no block has to scroll sideways; drawings keep their shape.
      expressiveCode: {
        defaultProps: { wrap: true, overridesByLang: { text: { wrap: false } } },
        // Of all languages that it knows, the build would bundle each.
        shiki: { bundledLangs: ['shellscript', 'go', 'java', 'javascript', 'liquid', 'php', 'python', 'sql'] },
      },
      tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
      sidebar,
      components: {
        ThemeProvider: './src/starlight/ThemeProvider.astro',
        ThemeSelect: './src/starlight/ThemeSelect.astro',
        Header: './src/starlight/Header.astro',
        MobileMenuFooter: './src/starlight/MobileMenuFooter.astro',
      },
      head: [
        { tag: 'meta', attrs: { property: 'og:image', content: 'https://knockwire.example/images/social-card.png' } },
        { tag: 'meta', attrs: { property: 'og:image:alt', content: 'Knockwire' } },
        { tag: 'meta', attrs: { name: 'twitter:image', content: 'https://knockwire.example/images/social-card.png' } },
      ],
      plugins: [
        starlightBlog({
          title: 'Blog',
          prefix: 'blog',
          navigation: 'none',
          metrics: { readingTime: true },
        }),
        // Pages that only the running server has are not the build's to check.
        starlightLinksValidator({
          exclude: [
            '/',
            '/dashboard',
            '/dashboard/**',
            '/signup',
            '/signin',
            '/forgot',
            '/rates',
            '/docs/api',
            '/docs/api/!(overview)',
          ],
        }),
      ],
    }),
  ],
})
