import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressFiles } from './compress-files.ts';

/** Everything is served below /console by the gateway; nothing is inlined, so that the content policy needs no exception. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/console/',
  plugins: [react(), tailwindcss(), compressFiles()],
  resolve: { conditions: ['source', 'module', 'browser', 'import', 'default'] },
  server: { proxy: { '/console/trpc': 'http://127.0.0.1:8080' } },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    manifest: true,
  },
});
