import { both, defineTool, expressionFile, LIST_SOURCES, type Parameters, survivalOutcome, type ToolDefinition } from '@oncoloom/tool-kit';
import { declared } from '../../support/declared.ts';

const INPUTS = { zh: '{{inputs}} 个输入', en: '{{inputs}} inputs' };

/** One parameter of each kind that brings data beside a matrix, each by itself. */
export const parameters = {
  file_id: { ...expressionFile, optional: true },
  gene_list: {
    kind: 'gene-list',
    label: '基因名单',
    input: 'genes',
    fileField: 'gene_list_file_id',
    source: { field: 'list_source_id', directionField: 'direction', moduleField: 'module' },
    max: 20_000,
    optional: true,
  },
  ranked_genes: {
    kind: 'ranked-genes',
    label: '排序的基因',
    input: 'ranking',
    fileField: 'ranked_file_id',
    source: { field: 'ranked_source_id', rankField: 'rank_by', comparisonField: 'comparison' },
    optional: true,
  },
  ...survivalOutcome({ of: 'file_id', optional: true }),
  phenotype_data: { kind: 'sample-table', label: '表型', input: 'phenotypes', fileField: 'phenotype_file_id', optional: true },
  geneset: { kind: 'gene-set-collection', label: '基因集', input: 'collection', fileField: 'geneset_file_id', optional: true },
  gene_sets: {
    kind: 'gene-sets',
    label: '名单',
    input: 'sets',
    fileField: 'gene_sets_file_id',
    min: 2,
    max: 5,
    maxGenes: 500,
    optional: true,
  },
  table: {
    kind: 'grid',
    label: '小表',
    input: 'table',
    columns: [
      { name: 'label', title: '名称', type: 'text' },
      { name: 'hr', title: 'HR', type: 'number' },
    ],
    minRows: 1,
    maxRows: 50,
    optional: true,
  },
} as const satisfies Parameters;

/** What R says that it has read, and two columns that another run can go on from. */
export default defineTool({
  ...declared('log_transform'),
  points: 0,
  version: '1.0.0',
  naming: '探针',
  summary: '测试用。',
  outcome: '读到的内容',
  keywords: [],
  expected: { base: 0.1, perMillionCells: 0.1 },
  parameters,
  requirements: [],
  plan: '读一遍。',
  tables: {
    seen: {
      title: { zh: '读到的内容', en: 'What was read' },
      role: 'result',
      columns: [
        { name: 'input', type: 'text', title: { zh: '输入', en: 'Input' } },
        { name: 'value', type: 'text', title: { zh: '内容', en: 'Content' } },
      ],
    },
    genes: {
      title: { zh: '基因', en: 'Genes' },
      role: 'result',
      columns: [{ name: 'gene', type: 'gene', title: { zh: '基因', en: 'Gene' } }],
    },
  },
  figures: {},
  facts: { inputs: { label: '输入', format: 'count' } },
  texts: { headline: INPUTS, summary: INPUTS, detail: both('') },
  produces: [{ what: LIST_SOURCES[1], table: 'genes', columns: { gene: 'gene' } }],
  citations: [],
  packages: [],
  example: { title: '', description: '', files: {}, parameters: {} },
} as const satisfies ToolDefinition);
