import type { CreatedAnalysis, Estimate, LedgerList, UserInfo } from '@oncoloom/contract';
import { beforeAll, expect, it } from 'vitest';
import { Client } from '../support/client.ts';
import { sharedServer } from '../support/shared.ts';

/** A repetition through the whole server: what R reads of the same bytes is the same, whatever the file is called. */

let url: string;
let user: Client;

beforeAll(async () => {
  url = await sharedServer();
  user = await Client.register(url);
});

const STATISTICS = 'gene,logFC,P.Value\nTP53,1.8,0.001\nGPC3,-2.1,0.0002\nAFP,0.1,0.8\n';
const request = (fileId: number, fields: Record<string, unknown> = {}) => ({
  task_type: 'volcano_plot_analysis',
  file_id: fileId,
  ...fields,
});

async function run(body: Record<string, unknown>): Promise<CreatedAnalysis> {
  const { points } = (await user.post<Estimate>('/api/estimate_analysis', body)).body;
  const created = await user.create(body);
  expect(created.status).toBe(200);
  expect(created.body.points_consumed).toBe(points);
  expect((await user.ended(created.body.id)).status).toBe('completed');
  return created.body;
}

it('costs nothing on the same bytes under another name, and gives the same tables', async () => {
  const first = await user.file('第一份.csv', STATISTICS, 'table');
  const second = await user.file('second copy.csv', STATISTICS, 'table');
  const other = await user.file('other.csv', STATISTICS.replace('0.8', '0.7'), 'table');

  const paid = await run(request(first.id));
  expect(paid.points_consumed).toBe(1);
  const again = await run(request(second.id, { task_name: '再来一次', up_color: '#D55E00' }));
  expect(again).toMatchObject({ points_consumed: 0, remaining_points: 59 });
  expect(await run(request(other.id))).toMatchObject({ points_consumed: 1, remaining_points: 58 });
  expect(await run(request(first.id, { log2fc: 2 }))).toMatchObject({ points_consumed: 1, remaining_points: 57 });

  const table = async (id: number) => {
    const result = (await user.analysis(id)).result?.tables.find((entry) => entry.id === 'volcano');
    return (await user.fetch(`/api/analysis/${id}/files/${result?.file_key}/${encodeURIComponent(result?.filename ?? '')}`)).text();
  };
  expect(await table(again.id)).toContain('GPC3');
  expect(await table(again.id)).toBe(await table(paid.id));

  const ledger = (await user.get<LedgerList>('/api/user/points')).body;
  expect(ledger.results.map((row) => [row.change, row.task?.name !== undefined])).toEqual([
    [-1, true],
    [-1, true],
    [-1, true],
    [60, false],
  ]);
  expect((await user.get<UserInfo>('/api/user/info')).body.points).toBe(57);
});
