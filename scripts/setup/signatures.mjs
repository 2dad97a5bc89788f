/**
 * Signatures of cell types that neither Debian nor CRAN carries and whose licence lets anybody have them (TIL10, xCell): the operator's own command gets
 * them in the background once the server is ready. Where the network does not allow it, the server says which tools miss theirs.
 */
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, state } from './places.mjs';

const TIME_LIMIT_S = 120;

/** Names of the registered signatures that need no consent. @returns {string[]} */
export function freeSignatures() {
  const { signatures } = JSON.parse(readFileSync(join(root, 'reference/sources.json'), 'utf8'));
  return signatures.flatMap((/** @type {{ name: string; acceptLicence: boolean }} */ one) => (one.acceptLicence ? [] : [one.name]));
}

/** What is installed already is left alone without a call. */
export function installSignaturesInBackground() {
  mkdirSync(join(state, 'logs'), { recursive: true });
  const log = openSync(join(state, 'logs', 'signatures.log'), 'w');
  const command = [process.execPath, join(root, 'scripts/operator.mjs'), 'reference', 'install', ...freeSignatures()];
  const child = spawn('nice', ['-n', '19', 'timeout', String(TIME_LIMIT_S), ...command], { stdio: ['ignore', log, log], cwd: root });
  closeSync(log);
  const end = () => child.kill();
  // The log says what went wrong.
  child.on('error', () => undefined);
  child.once('close', () => process.off('exit', end));
  child.unref();
  process.once('exit', end);
}
