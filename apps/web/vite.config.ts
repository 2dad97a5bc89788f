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
 * Fails a build whose files import each other in a circle: of two such files one runs before the other, and its constants are made of what is not
 * there yet (NaN, and no error).
 */
function refuseCircles(): Plugin {
  return {
    name: 'refuse-circles',
    apply: 'build',
    generateBundle(_, bundle) {
      const done = new Set<string>();
      const visit = (name: string, path: readonly string[]): void => {
        if (path.includes(name))
          this.error(`files import each other in a circle: ${[...path.slice(path.indexOf(name)), name].join(' → ')}`);
        const chunk = bundle[name];
        if (done.has(name) || chunk?.type !== 'chunk') return;
        for (const next of chunk.imports) visit(next, [...path, name]);
        done.add(name);
      };
      for (const name of Object.keys(bundle)) visit(name, []);
    },
  };
}

/**
 * Without groups a module that several pages share is a file of its own: a first visit asked for 43 to 101 files, many below 1 KB. What
 * comes before the login is one file, what surrounds every page another; what the same pages need stands together. Small ones of these are
 * not joined with others: files of modules that different pages need import each other in a circle sooner or later.
 */
const CHUNKS = [
  { name: 'start', tags: ['$initial' as const], priority: 3 },
  { name: 'frame', test: /[\\/]apps[\\/]web[\\/]src[\\/](?:app|base|live|api|accounts|search|upgrade)[\\/]/, priority: 2 },
  // Declarations take these apart and together; in several files they would import each other in a circle.
  { name: 'composers', test: /[\\/]tool-kit[\\/]src[\\/](?:composers|kinds)[\\/]/, priority: 2 },
  { name: 'icons', test: /[\\/]@ant-design[\\/]icons/, priority: 2 },
  { name: 'shared', minShareCount: 2, entriesAware: true, priority: 1 },
];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), refuseCircles(), precompress()],
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
