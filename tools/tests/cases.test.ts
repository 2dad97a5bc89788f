import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { completeRequest, type Value } from '@oncoloom/tool-kit';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { catalogue } from '../catalogue.ts';

const value = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]);
const casesSchema = z.strictObject({
  valid: z
    .array(z.strictObject({ name: z.string(), request: z.record(z.string(), z.unknown()), values: z.record(z.string(), value) }))
    .min(1),
  invalid: z.array(z.strictObject({ name: z.string(), request: z.record(z.string(), z.unknown()), field: z.string() })).min(1),
});

/** A tool's valid and invalid requests, the same file that R's reader of parameters is tested with. */
function casesOf(folder: string) {
  return casesSchema.parse(JSON.parse(readFileSync(join(import.meta.dirname, '..', folder, 'cases.json'), 'utf8')));
}

describe.each(catalogue)('$folder', ({ folder, tool }) => {
  const { valid, invalid } = casesOf(folder);

  it('has one name: its help is headed by its title', () => {
    const [heading] = readFileSync(join(import.meta.dirname, '..', folder, 'help.md'), 'utf8').split('\n');
    expect(heading).toBe(`# ${tool.title}`);
  });

  it.each(valid)('completes: $name', ({ request, values }) => {
    const completed = completeRequest(tool, request);
    expect(completed).toMatchObject({ ok: true });
    if (completed.ok) expect(completed.request.values).toEqual(values);
  });

  it.each(invalid)('refuses: $name', ({ request, field }) => {
    const completed = completeRequest(tool, request);
    const errors = completed.ok ? [] : completed.errors;
    expect(errors.map((error) => error.field)).toContain(field);
    for (const { detail } of errors) expect(detail).toMatch(/[\u4e00-\u9fff]/);
  });

  it('shows the default of every parameter that has one', () => {
    const filled = new Map<string, Set<Value>>();
    for (const { request, values } of valid) {
      for (const [name, given] of Object.entries(values)) {
        if (Object.hasOwn(request, name)) continue;
        filled.set(name, (filled.get(name) ?? new Set()).add(given));
      }
    }
    for (const [name, parameter] of Object.entries(tool.parameters)) {
      if (!('default' in parameter)) continue;
      expect([...(filled.get(name) ?? [])], `default of ${name}`).toContain(parameter.default);
      if ('defaultWhen' in parameter && parameter.defaultWhen !== undefined)
        expect([...(filled.get(name) ?? [])], name).toContain(parameter.defaultWhen.value);
    }
  });
});
