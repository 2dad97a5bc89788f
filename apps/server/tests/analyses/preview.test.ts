import type { Finding } from '@oncoloom/contract';
import { expect, test } from 'vitest';
import { Client } from '../support/client.ts';
import { sharedServer } from '../support/shared.ts';

test.each([
  ['genes', 'TP53', '基因'],
  ['probes', '1007_s_at', '探针'],
])('a preview tells what it finds in words of its rows, %s', async (_, first, word) => {
  const user = await Client.register(await sharedServer());
  const named = (i: number) => (word === '基因' ? `GENE${i}` : `${200_000 + i}_s_at`);
  const rows = Array.from({ length: 20 }, (_, i) => `${i === 0 ? first : named(i)}\t${i - 10}\t${0.001 * (i + 1)}\t${i < 3 ? 'NA' : 0.04}`);
  const file = await user.file('differences.tsv', `gene\tlogFC\tP.Value\tadj.P.Val\n${rows.join('\n')}\n`, 'table');
  const { status, body } = await user.post<{ findings: Finding[] }>('/api/preview_analysis', {
    task_type: 'volcano_plot_analysis',
    file_id: file.id,
  });
  expect([status, body.findings.find(({ message }) => message.includes('没有校正后 P'))?.message]).toEqual([
    200,
    expect.stringContaining(`有 3 个${word}没有校正后 P`),
  ]);
  expect(JSON.stringify(body.findings)).not.toMatch(/\{\{|english/);
});
