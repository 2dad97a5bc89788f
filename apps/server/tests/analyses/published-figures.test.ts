import { type Computed, computedNumber } from '@oncoloom/figures';
import { agreesWith } from '@oncoloom/tool-kit';
import { catalogue } from '@oncoloom/tools';
import { beforeAll, describe, expect, it } from 'vitest';
import { Client } from '../support/client.ts';
import { sharedServer } from '../support/shared.ts';

/** Figures of papers that tools draw anew from data of R packages: what a tool computes is what is printed. */

let user: Client;

beforeAll(async () => {
  user = await Client.register(await sharedServer());
}, 180_000);

const previewed = catalogue.map(({ tool }) => tool).filter(({ partOf, pages }) => partOf === undefined && pages[0].family === 'plotting');
const figures = catalogue.flatMap(({ tool }) =>
  Object.entries(tool.published ?? {}).map(([id, figure]) => [tool.taskType, id, tool, figure] as const),
);

describe('published figures', () => {
  it('are there for each of the ten plotting tools', () => {
    const without = previewed.filter(({ published }) => Object.keys(published ?? {}).length === 0);
    expect(without.map(({ taskType }) => taskType)).toEqual(['volcano_plot_analysis']);
  });

  it.each(figures)('are drawn by %s with the printed numbers: %s', { timeout: 60_000 }, async (taskType, id, tool, figure) => {
    const { status, body } = await user.post<Computed & { detail?: string }>('/api/preview_analysis', { task_type: taskType, example: id });
    expect([status, body.detail]).toEqual([200, undefined]);
    const told = figure.numbers.map((number) => {
      const value = computedNumber(tool, number, body);
      return [number.label, number.printed, agreesWith(number.printed, value) ? number.printed : value];
    });
    expect(told).toEqual(figure.numbers.map(({ label, printed }) => [label, printed, printed]));
  });

  it('are the same whatever the child of the previews has drawn before', { timeout: 120_000 }, async () => {
    const first = figures.filter(([taskType], at) => figures.findIndex(([other]) => other === taskType) === at);
    const previews = async (client: Client, asked: typeof first) => {
      const answers: Record<string, unknown> = {};
      for (const [task_type, example] of asked) {
        const { body } = await client.post<Computed>('/api/preview_analysis', { task_type, example });
        answers[task_type] = [body.tables, body.facts];
      }
      return answers;
    };
    const other = await Client.register(await sharedServer());
    expect(await previews(other, first.toReversed())).toEqual(await previews(user, first));
  });

  it('run as an analysis that can be run again as it is', { timeout: 60_000 }, async () => {
    const { status, body } = await user.create({ task_type: 'kaplan_meier', example: 'veteran' });
    expect([status, body.points_consumed]).toEqual([200, 0]);
    const { parameters, inputs, example } = await user.ended(body.id);
    expect([parameters.example, parameters.group_column, inputs[0]?.name, example]).toEqual([
      'veteran',
      'celltype',
      '退伍军人肺癌试验.tsv',
      true,
    ]);
    const again = await user.create({ task_type: 'kaplan_meier', ...parameters });
    expect(again.body.points_consumed).toBe(0);
  });

  it('that a tool does not have are refused', async () => {
    const { status, body } = await user.create({ task_type: 'kaplan_meier', example: 'titanic' });
    expect([status, body.errors?.[0]?.field]).toEqual([422, 'example']);
  });
});
