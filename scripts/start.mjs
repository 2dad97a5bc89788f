/**
 * `npm start`: sets up what is missing, then runs the server: in this process, or as root in one without root that ends with this one
 * (docs/adr/014-root.md). A signal reaches it directly and nothing is left behind when it is killed. Arguments go to the server:
 * `npm start -- --role worker`.
 */

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`OncoLoom needs Node 20.19 or newer; this is ${process.versions.node}. See https://nodejs.org/\n`);
  process.exit(1);
}

const { fail, setUp } = await import('./setup/index.mjs');
const { extrasLibrary, installExtrasInBackground, warnOfMissingExtras } = await import('./setup/r-extras.mjs');
const { installSignaturesInBackground } = await import('./setup/signatures.mjs');
const { serverBundle } = await import('./setup/build.mjs');

/** CRAN packages and published signatures wait until the engine has warmed up and a first visitor has been served. */
const EXTRAS_DELAY_MS = 60_000;

const worker = /(^|\s)--role[= ]worker(\s|$)/.test(process.argv.slice(2).join(' '));
process.stdout.write('OncoLoom\n');
await setUp({ web: !worker }).catch(fail);
warnOfMissingExtras();
setTimeout(() => {
  installExtrasInBackground();
  if (!worker) installSignaturesInBackground();
}, EXTRAS_DELAY_MS).unref();

process.env.R_LIBS ??= extrasLibrary;
process.setSourceMapsEnabled(true);
await import(serverBundle);
