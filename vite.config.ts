/** Builds the page of the dashboard into `dashboard/web/dist`, where the server looks for it. */
import { join } from 'node:path';
import { defineConfig } from 'vite';

export default defineConfig({
  root: join(import.meta.dirname, 'dashboard/web'),
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  // The oldest browsers that know light-dark(), which every colour of the page is written with.
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    assetsInlineLimit: 0,
  },
  // `vite` alone serves the page while it is worked on, in front of a running server.
  server: {
    proxy: {
      '/api': 'http://127.0.0.1:4600',
      '/socket.io': { target: 'http://127.0.0.1:4600', ws: true },
    },
  },
});
