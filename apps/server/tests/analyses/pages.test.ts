import { canonicalTaskType, type TaskUpdate } from '@oncoloom/contract';
import type { ToolDefinition } from '@oncoloom/tool-kit';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import drawing from '../../../../tools/plotting/volcano-plot/tool.ts';
import { analyses as analysesTable } from '../../src/analyses/tables.ts';
import { ToolRegistry } from '../../src/analyses/tools.ts';
import { createTestAnalyses, type TestAnalyses, volcano } from '../billing/analyses.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { declared } from '../support/declared.ts';

/** A tool of two families and its plot; what they compute is the volcano plot's business, which needs no file. */
const terms: ToolDefinition = { ...drawing, ...declared('go_enrichment') };
/** Its type has another name, too: `gsea_analysis`. */
const ranking: ToolDefinition = { ...drawing, ...declared('gsea_enrichment') };
const plot: ToolDefinition = {
  ...drawing,
  ...declared('go_plot'),
  parameters: {
    ...drawing.parameters,
    source_analysis_id: { kind: 'analysis', label: '富集结果', input: 'statistics', ofParent: 'volcano', optional: true },
  },
};

class ToolsWithPlot extends ToolRegistry {
  override get(taskType: string): ToolDefinition | undefined {
    return [terms, ranking, plot].find((tool) => tool.taskType === canonicalTaskType(taskType)) ?? super.get(taskType);
  }
}

let test: TestDatabase;
let made: TestAnalyses;
let analyses: ReturnType<TestAnalyses['withTools']>;
let user: number;

beforeAll(async () => {
  test = await createTestDatabase();
  made = await createTestAnalyses(test);
  analyses = made.withTools(new ToolsWithPlot());
  user = await made.accounts.add();
});
afterAll(async () => {
  await made?.close();
  await test?.close();
});

const make = async (request: Record<string, unknown>) => (await analyses.create(user, volcano(request))).id;
const familyOf = async (id: number) => (await analyses.owned(user, id)).family;

/** As if it had run: its result holds the table of this id. */
async function complete(id: number, table: string): Promise<void> {
  const columns = ['gene', 'log2FC', 'pvalue'];
  const result = { tables: [{ id: table, sha256: 'a'.repeat(64), bytes: 1, rows: 3, columns }] };
  await test.database
    .update(analysesTable)
    .set({ status: 'completed', result: result as never })
    .where(eq(analysesTable.id, id));
}

describe('a tool of two menus', () => {
  it('keeps the family that was asked for, in the task, its lists, its messages and its repetition', async () => {
    const [tcga, bulk] = [
      await make({ task_type: 'go_enrichment', family: 'tcga' }),
      await make({ task_type: 'go_enrichment', family: 'bulk' }),
    ];
    const listed = async (family?: string) =>
      (
        await analyses.list(user, { taskTypes: ['go_enrichment'], page: 1, pageSize: 10, ...(family === undefined ? {} : { family }) })
      ).results.map(({ id }) => id);
    expect([await listed('tcga'), await listed('bulk')]).toEqual([[tcga], [bulk]]);
    expect(await listed()).toEqual([bulk, tcga]);
    expect(await analyses.liveMessage(user, bulk)).toMatchObject({ data: { family: 'bulk', task_type: 'go_enrichment' } });
    await analyses.cancel(user, bulk);
    expect(await familyOf((await analyses.rerun(user, bulk)).id)).toBe('bulk');
  });

  it('belongs to its first family where none is asked for', async () => {
    expect(await familyOf(await make({ task_type: 'go_enrichment' }))).toBe('tcga');
  });

  it.each([
    ['plotting', '「GO 富集分析」不在「通用绘图」里，family 请填 tcga（TCGA 转录组）或 bulk（通用转录组），或不填'],
    ['elsewhere', '没有这个类别，family 请填 tcga（TCGA 转录组）或 bulk（通用转录组），或不填'],
  ])('is refused in a family where it has no page: %s', async (family, detail) => {
    const refused = analyses.create(user, volcano({ task_type: 'go_enrichment', family }));
    await expect(refused).rejects.toMatchObject({ status: 422, message: detail, errors: [{ field: 'family' }] });
  });
});

describe('a task whose type has two names', () => {
  const toldAs = async (id: number) => ((await analyses.liveMessage(user, id)) as { data: TaskUpdate }).data.task_type;

  it('is told under the name that it was asked by, when it is repeated as well, and listed under the stored one', async () => {
    const other = await make({ task_type: 'gsea_analysis' });
    const stored = await make({ task_type: 'gsea_enrichment' });
    expect([await toldAs(other), await toldAs(stored)]).toEqual(['gsea_analysis', 'gsea_enrichment']);
    expect(await toldAs((await analyses.rerun(user, other)).id)).toBe('gsea_analysis');
    const { results } = await analyses.list(user, { taskTypes: ['gsea_enrichment'], page: 1, pageSize: 10 });
    expect(results.map(({ task_type }) => task_type)).toEqual(Array(3).fill('gsea_enrichment'));
  });
});

describe('a plot of another tool', () => {
  const fromSource = (id: number, more: object = {}) =>
    analyses.create(user, {
      task_type: 'go_plot',
      source_analysis_id: id,
      gene_column: 'gene',
      log2fc_column: 'log2FC',
      p_column: 'pvalue',
      ...more,
    });

  it('reads its parent’s result and belongs where that belongs', async () => {
    const source = await make({ task_type: 'go_enrichment', family: 'bulk' });
    await complete(source, 'volcano');
    const { id } = await fromSource(source);
    expect(await analyses.owned(user, id)).toMatchObject({ family: 'bulk', inputs: [{ request: { from: 'analysis', id: source } }] });
    expect(await familyOf((await fromSource(source, { family: 'tcga' })).id)).toBe('tcga');
  });

  it('takes no result of another tool, and none without its table', async () => {
    const [other, bare] = [await make({}), await make({ task_type: 'go_enrichment' })];
    await complete(other, 'volcano');
    await complete(bare, 'something');
    for (const id of [other, bare])
      await expect(fromSource(id)).rejects.toMatchObject({ status: 422, errors: [{ field: 'source_analysis_id' }] });
  });
});
