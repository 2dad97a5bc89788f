import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../catalogue.ts';

/** They are the operator's. */
const COMMANDS = /npm (run|start|test)|ONCOLOOM_/;

describe.each(catalogue)('what $folder says to its users', ({ folder, tool }) => {
  it('names no commands and no variables of the server', () => {
    expect(JSON.stringify(tool)).not.toMatch(COMMANDS);
    for (const name of ['help.md', 'methods.md'])
      expect(readFileSync(join(import.meta.dirname, '..', folder, name), 'utf8')).not.toMatch(COMMANDS);
  });
});
