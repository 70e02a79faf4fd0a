import react from '@vitejs/plugin-react';
import postcssPresetMantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';

const api = process.env.SLIPWAY_API_ORIGIN ?? `http://127.0.0.1:${process.env.SLIPWAY_PORT ?? 4400}`;
const proxy = {
  '/api': { target: api },
  '/socket.io': { target: api, ws: true },
};

export default defineConfig({
  root: 'desktop/renderer',
  plugins: [react()],
  css: { postcss: { plugins: [postcssPresetMantine()] } },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // A hidden map helps to read a stack trace without shipping the sources to every visitor.
    sourcemap: 'hidden',
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        // Everything the first page needs is one file: it compresses better and needs no second round trip.
        codeSplitting: { groups: [{ name: 'first', test: /renderer\/app\/main\.tsx$/ }] },
      },
    },
  },
  server: { port: 5173, proxy },
  preview: { port: 4173, proxy },
});
