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

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), precompress()],
  build: {
    outDir: 'dist',
    manifest: true,
    target: 'es2022',
    // The content-security policy allows no data: fonts or scripts.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Icons and helpers below 1 KB were a request each. What fewer pages share stays apart: the login page would wait for it.
            { name: 'common', test: /ant-design\/icons|rc-component\/util|antd\/es\/_util/, minShareCount: 4 },
            { name: 'data', test: /\/packages\/|\/web\/src\/(api|app|live)\//, minShareCount: 30 },
          ],
        },
      },
    },
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
