import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type GeneSetCollections, geneSetCollectionsSchema } from '@oncoloom/contract';
import Fastify from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installableRows } from '../../src/gene-sets/available.ts';
import { geneSetRoutes } from '../../src/gene-sets/routes.ts';
import { GeneSetsService } from '../../src/gene-sets/service.ts';
import { SignaturesService } from '../../src/gene-sets/signatures.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oncoloom-gene-set-routes-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** What the call answers to somebody who is logged in. */
async function answer(): Promise<GeneSetCollections> {
  const server = Fastify().setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler);
  const accounts = { requireUser: async () => undefined };
  await server.register(geneSetRoutes({ accounts, geneSets: new GeneSetsService([folder]), signatures: new SignaturesService([folder]) }));
  const response = await server.inject('/api/gene_sets');
  expect(response.statusCode).toBe(200);
  expect(response.body).not.toContain(folder);
  return geneSetCollectionsSchema.parse(response.json());
}

describe('GET /api/gene_sets', () => {
  it('lists what is there, what could be installed, and what cannot be read; the operator has the commands', async () => {
    await writeFile(join(folder, 'h.all.v2025.1.Hs.symbols.gmt'), 'HALLMARK_HYPOXIA\td\tVEGFA\tCA9\n');
    await writeFile(join(folder, 'broken.gmt'), 'nothing\n');
    const { collections, available, unreadable } = await answer();
    expect(collections).toMatchObject([{ name: 'h.all.v2025.1.Hs.symbols.gmt', family: 'hallmark', sets: 1, genes: 2 }]);
    expect(unreadable).toMatchObject([{ name: 'broken.gmt' }]);
    expect(available.map(({ name }) => name)).not.toContain('hallmark');
    const rows = await installableRows({ geneSets: new GeneSetsService([folder]), signatures: new SignaturesService([folder]) });
    const commands = rows.map((row) => row.at(-1));
    expect(commands).not.toContain('npm run reference -- install hallmark');
    expect(commands).toEqual(
      expect.arrayContaining([
        'npm run reference -- install wikipathways',
        'npm run reference -- install kegg-medicus --accept-licence',
        'npm run reference -- install hallmark-mouse',
        'npm run reference -- install til10',
        'npm run reference -- install xcell',
      ]),
    );
    expect(JSON.stringify(available)).not.toContain('npm run');
  });

  it('offers everything to a server that has nothing', async () => {
    const { collections, available } = await answer();
    expect(collections).toEqual([]);
    expect(available.map(({ name }) => name)).toContain('hallmark');
  });
});
