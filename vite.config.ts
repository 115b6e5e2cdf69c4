import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { buildTargets } from './scripts/browsers/supported-browsers.ts'
import { writePageFiles } from './scripts/page-files.ts'
import { sharedFiles } from './scripts/shared-files.ts'

export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss(), writePageFiles(import.meta.dirname)],
  build: {
    outDir: '../dist/web',
    // Scripts and styles.
    target: buildTargets,
    emptyOutDir: true,
    sourcemap: true,
    // The content security policy allows scripts from our own files only, so nothing may be inlined as data:.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The first bundle names every other file. Names without words make it half a kilobyte smaller; the
        // source maps keep the words.
        chunkFileNames: 'assets/[hash].js',
        // One file compresses better than the ten chunks of the first bundle, and needs one request. Code
        // shared by pages is split by its users: merging those chunks as well costs some pages a third more
        // bytes.
        codeSplitting: {
          groups: [{ name: 'first', tags: ['$initial'] }, ...sharedFiles],
        },
      },
    },
  },
})
