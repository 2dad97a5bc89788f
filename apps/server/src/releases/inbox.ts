import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256Of } from '../platform/checksum.ts';
import type { Release, Releases } from './registry.ts';
import type { ReleaseFiles, ReleaseKind } from './tables.ts';

type Files = Record<string, ReleaseFiles[string]>;

/** A file that has not been written to for so long is whole, ms. */
const SETTLED_MS = 60_000;

/** What the operator has installed of a kind, and puts in by hand. */
export interface Installed {
  releases: Releases;
  inbox: Inbox;
}

/** Files that an operator puts into a folder by hand: each becomes a release under its own name, and leaves the folder. */
export class Inbox {
  readonly folder: string;
  readonly #kind: ReleaseKind;
  readonly #ending: string;
  /** Endings of files that belong to one and may lie beside it. */
  readonly #beside: readonly string[];

  constructor(kind: ReleaseKind, folder: string, { ending, beside = [] }: { ending: string; beside?: readonly string[] }) {
    this.folder = folder;
    this.#kind = kind;
    this.#ending = ending;
    this.#beside = beside;
  }

  /** Takes in what is whole. What goes wrong with a file leaves it where it is, to be tried again. */
  async takeIn(releases: Releases, now = Date.now()): Promise<void> {
    const present = await readdir(this.folder).catch((): string[] => []);
    const names = present.flatMap((part) => [part, ...this.#beside.map((ending) => part.slice(0, -ending.length))]);
    const wanted = new Set(names.filter((name) => name.endsWith(this.#ending)));
    for (const name of wanted) await this.#one(releases, name, now).catch(() => undefined);
  }

  async #one(releases: Releases, name: string, now: number): Promise<void> {
    const found: { part: string; path: string; mtimeMs: number }[] = [];
    for (const part of [name, ...this.#beside.map((ending) => name + ending)]) {
      const path = join(this.folder, part);
      const state = await stat(path).catch(() => undefined);
      if (state === undefined) continue;
      if (!state.isFile() || now - state.mtimeMs < SETTLED_MS) return;
      found.push({ part, path, mtimeMs: state.mtimeMs });
    }
    // What is put beside a file that has left the folder belongs to it.
    const files: Files = found.some(({ part }) => part === name) ? {} : { ...(await releases.find(this.#kind, name))?.files };
    for (const { part, path } of found) files[part] = await releases.copy(path);
    for (const { path, mtimeMs } of found) if ((await stat(path)).mtimeMs !== mtimeMs) return;
    if (files[name] === undefined) return;
    await publishFile(releases, { kind: this.#kind, name, files, about: {} });
    for (const { path } of found) await rm(path, { force: true });
  }
}

/** Installs a file with what lies beside it, unless this very one is offered already. */
export async function publishFile(releases: Releases, wanted: Omit<Release, 'release'>): Promise<void> {
  const { kind, name, files } = wanted;
  const contents = (all: ReleaseFiles) =>
    Object.keys(all)
      .sort()
      .map((file) => `${file} ${all[file]?.sha256}`)
      .join('\n');
  const installed = await releases.find(kind, name);
  if (installed !== undefined && contents(installed.files) === contents(files)) return;
  await releases.publish({ ...wanted, release: sha256Of(contents(files)).slice(0, 12) });
}
