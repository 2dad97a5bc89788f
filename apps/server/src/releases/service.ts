/** What other domains use of the installed reference data. */
export { Inbox, type Installed, publishFile } from './inbox.ts';
export { type NewRelease, type Release, Releases } from './registry.ts';
export type { ReleaseFiles, ReleaseKind } from './tables.ts';
