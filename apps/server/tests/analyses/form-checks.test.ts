import type { Finding } from '@oncoloom/contract';
import { catalogue } from '@oncoloom/tools';
import { beforeAll, describe, expect, it } from 'vitest';
import { Client } from '../support/client.ts';
import { sharedServer } from '../support/shared.ts';

let user: Client;
const checked = catalogue.map(({ tool }) => tool).filter(({ checkedBy }) => checkedBy !== undefined);
const check = (body: Record<string, unknown>) => user.post<{ findings: Finding[] }>('/api/check_analysis', body);

beforeAll(async () => {
  user = await Client.register(await sharedServer());
}, 180_000);

describe('a check by the engine at the form', () => {
  it.each(checked.map((tool) => [tool.taskType, tool] as const))('of %s is decided by parameters that it has', (_, tool) => {
    expect(tool.checkedBy?.filter((name) => !(name in tool.parameters))).toEqual([]);
  });

  it.each(['gsva_enrichment', 'cibersort_analysis'])('tells what %s finds of its genes, and takes no points', async (task_type) => {
    const before = await user.get<{ points: number }>('/api/user');
    const { status, body } = await check({ task_type, example: true });
    expect(status).toBe(200);
    expect(body.findings.filter(({ level }) => level === 'must')).toEqual([]);
    expect(body.findings.filter(({ code }) => ['signature_found', 'sets_found'].includes(code)).map(({ level }) => level)).toEqual([
      'passed',
    ]);
    expect((await check({ task_type, example: true })).body).toEqual(body);
    expect((await user.get<{ points: number }>('/api/user')).body.points).toBe(before.body.points);
  });

  it('refuses a matrix without the genes of the signature, before anything is charged', async () => {
    const of = (gene: string) =>
      `gene\tA\tB\tC\n${Array.from({ length: 300 }, (_, i) => `${gene}${i}\t${i}\t${i + 1}\t${2 * i}`).join('\n')}\n`;
    const [own, signature] = await Promise.all([
      user.file('own.tsv', of('FAM'), 'expression'),
      user.file('types.tsv', of('ZNF'), 'expression'),
    ]);
    const { status, body } = await check({ task_type: 'cibersort_analysis', file_id: own.id, signature_file_id: signature.id });
    expect(status).toBe(200);
    expect(body.findings.map(({ level, field }) => [level, field])).toEqual([['must', 'file_id']]);
    expect(body.findings[0]?.message).toMatch(/不到 60%/);
  });

  it('finds nothing for a tool without one', async () => {
    expect(await check({ task_type: 'volcano_plot_analysis', example: true })).toMatchObject({ status: 200, body: { findings: [] } });
  });
});
