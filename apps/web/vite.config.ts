import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Where `npx tsx apps/server/src/main.ts` listens while developing. */
const server = process.env.ONCOLOOM_SERVER ?? 'http://127.0.0.1:8080';

/** Writes `.br` and `.gz` beside each text asset, so that the server compresses nothing while it serves. */
function precompress(): Plugin {
  let folder = 'dist';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    // Not closeBundle: that runs after a failed build too, and its own failure would hide the reason.
    async writeBundle() {
      const names = await readdir(folder, { recursive: true });
      await Promise.all(
        names
          .filter((name) => /\.(js|css|svg|html)$/.test(name))
          .map(async (name) => {
            const path = join(folder, name);
            const bytes = await readFile(path);
            const [brotli, zipped] = await Promise.all([
              promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
              promisify(gzip)(bytes, { level: 9 }),
            ]);
            await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, zipped)]);
          }),
      );
    },
  };
}

/**
 * Without groups a module that several pages share is a file of its own: a first visit asked for 43 to 101 files, many below 1 KB. What
 * comes before the login is one file, what surrounds every page another; what pages share stands together as the same pages need it, and
 * a group below the threshold (bytes) joins its nearest neighbour. A higher threshold makes fewer files, of which pages use less.
 */
const CHUNKS = [
  { name: 'start', tags: ['$initial' as const], priority: 3 },
  { name: 'frame', test: /[\\/]apps[\\/]web[\\/]src[\\/](?:app|base|live|api|accounts|search|upgrade)[\\/]/, priority: 2 },
  // Declarations take these apart and together; in several files they would import each other in a circle.
  { name: 'composers', test: /[\\/]tool-kit[\\/]src[\\/](?:composers|kinds)[\\/]/, priority: 2 },
  { name: 'icons', test: /[\\/]@ant-design[\\/]icons/, priority: 2 },
  { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 20_000, priority: 1 },
];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), precompress()],
  build: {
    outDir: 'dist',
    manifest: true,
    target: 'es2022',
    // The content-security policy allows no data: fonts or scripts.
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
  },
  server: {
    proxy: {
      '/api': server,
      '/healthz': server,
      '/readyz': server,
      '/microarray': server,
      '/ws': { target: server, ws: true },
    },
  },
});
