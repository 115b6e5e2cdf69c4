import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { writePageFiles } from './scripts/page-files.ts'
import { sharedFiles } from './scripts/shared-files.ts'

export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss(), writePageFiles(import.meta.dirname)],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    sourcemap: true,
    // The document's policy allows no script but our own files, so nothing may be inlined as data:.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The first bundle names every other file: without their words it is half a kilobyte smaller. The source maps keep the words.
        chunkFileNames: 'assets/[hash].js',
        // One file compresses better than the ten that the first bundle would be cut into, and is one request. What pages share is
        // cut by who needs it: merging those pieces too costs some pages a third more than they need.
        codeSplitting: {
          groups: [{ name: 'first', tags: ['$initial'] }, ...sharedFiles],
        },
      },
    },
  },
})
