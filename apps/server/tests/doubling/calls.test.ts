import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createWorkingServer, type WholeServer } from '../support/whole.ts';
import { growsFaster, LONG_TEXTS } from './growth.ts';

/** Signs of one text. */
const SIGNS = 50_000;

let whole: WholeServer;

beforeAll(async () => {
  whole = await createWorkingServer();
});
afterAll(() => whole?.close());

/** A value of a declared schema whose texts are all this one; what is no text is left out. */
function filled(schema: z.core.JSONSchema.JSONSchema, text: string): unknown {
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first !== undefined) return filled(first as z.core.JSONSchema.JSONSchema, text);
  if (schema.type === 'array') return [filled((schema.items ?? {}) as z.core.JSONSchema.JSONSchema, text)];
  if (schema.properties === undefined) return text;
  return Object.fromEntries(
    Object.entries(schema.properties).map(([name, part]) => [name, filled(part as z.core.JSONSchema.JSONSchema, text)]),
  );
}

it('reads texts twice as long in twice the time, in every field of every call', async () => {
  const schemas = whole.routes.flatMap(({ method, url, schema }) => {
    const { body, querystring, params } = (schema ?? {}) as Record<string, unknown>;
    return [body, querystring, params].flatMap((part) => (part instanceof z.ZodType ? [{ title: `${method} ${url}`, part }] : []));
  });
  expect(schemas.length).toBeGreaterThan(50);
  const faults: string[] = [];
  for (const { title, part } of schemas) {
    const declared = z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' });
    for (const { name, text } of LONG_TEXTS) {
      const faster = await growsFaster((size) => part.safeParse(filled(declared, text(size))), SIGNS);
      if (faster !== undefined) faults.push(`${title} ${name}: ${faster}`);
    }
  }
  expect(faults).toEqual([]);
});
