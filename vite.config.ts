import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    sourcemap: true,
    // The document's policy allows no script but our own files, so nothing may be inlined as data:.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
