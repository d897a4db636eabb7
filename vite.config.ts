import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // The server bundle has one entry, so that pages and everything else share one module graph and one context key.
  environments: { ssr: { build: { rolldownOptions: { input: './server/entry.ts' } } } },
})
