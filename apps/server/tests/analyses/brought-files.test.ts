import { expect, it } from 'vitest';
import { Client } from '../support/client.ts';
import { sharedServer } from '../support/shared.ts';

/** Files as people bring them, through upload, checks and R. */

const PATIENTS = 40;
const patient = (i: number) => `TCGA-A3-${3300 + i}`;
const noise = (gene: number, sample: number) => Math.sin(gene * 7.1 + sample * 3.3 + gene * sample);

/** What came of a request. */
async function completed(user: Client, request: Record<string, unknown>) {
  const { status, body } = await user.create(request);
  expect([status, body.detail]).toEqual([200, undefined]);
  const ended = await user.ended(body.id);
  expect([ended.status, ended.error_msg]).toEqual(['completed', null]);
  return ended.result;
}

it('a clinical file of GDC gives curves by its two times, and groups of the samples of a matrix by patients', async () => {
  const user = await Client.register(await sharedServer());
  const samples = Array.from({ length: PATIENTS }, (_, i) => `TCGA.A3.${3300 + i}.01A`);
  // R's write.csv: no title above the genes. One patient's normal tissue belongs to nobody's follow-up.
  const lines = [`"",${[...samples, 'TCGA.A3.3300.11A'].map((sample) => `"${sample}"`).join(',')}`];
  for (let gene = 0; gene < 60; gene += 1)
    lines.push(`"GENE${gene}",${Array.from({ length: PATIENTS + 1 }, (_, i) => (8 + 2 * noise(gene, i)).toFixed(4)).join(',')}`);
  const clinical = ['case_submitter_id\tvital_status\tdays_to_death\tdays_to_last_follow_up\tage_at_index\tgroup'];
  for (let i = 0; i < PATIENTS; i += 1) {
    const dead = i % 2 === 0;
    const status = i === 39 ? 'Not Reported' : dead ? 'Dead' : 'Alive';
    const times = [dead ? 100 + 37 * i : "'--", dead ? "'--" : 900 + 11 * i];
    clinical.push([patient(i), status, ...times, i === 5 ? "'--" : 40 + i, i < 20 ? 'early' : 'late'].join('\t'));
  }
  const text = `${clinical.join('\n')}\n`;
  const expression = await user.file('expr.csv', `${lines.join('\n')}\n`, 'expression');
  const follow = await user.file('clinical.tsv', text, 'survival');
  expect(follow.facts?.table?.columns.find(({ name }) => name === 'age_at_index')).toMatchObject({ type: 'number', missing: 1 });
  const curves = { task_type: 'kaplan_meier', survival_file_id: follow.id, time_unit: 'day', group_column: 'group' };
  expect((await completed(user, curves))?.facts).toMatchObject({ patients: 39, events: 20 });
  const groups = await user.file('groups.tsv', text, 'groups');
  const limma = { task_type: 'limma_differential_analysis', file_id: expression.id, sample_groups_file_id: groups.id };
  const compared = await completed(user, { ...limma, case_group: 'late', control_group: 'early' });
  expect(compared?.words).toMatchObject({ case_n: '20', control_n: '20' });
}, 120_000);
