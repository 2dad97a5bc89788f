import { checkInputs, completeRequest, type InputFacts, type SparseRequest, type ToolDefinition } from '@oncoloom/tool-kit';
import { catalogue } from '@oncoloom/tools';
import { describe, expect, it } from 'vitest';
import { withRecognisedGenes } from '../../src/analyses/input-sources/recognised-genes.ts';
import { GenesService } from '../../src/genes/service.ts';

const genes = new GenesService({} as never);
const toolOf = (taskType: string) => catalogue.find(({ tool }) => tool.taskType === taskType)?.tool as ToolDefinition;
const NONSENSE = ['foo', 'bar', 'baz', 'qux'];
const TEN = ['TP53', 'EGFR', 'KRAS', 'MYC', 'PTEN', 'RB1', 'CDK4', 'CDK6', 'MDM2', 'ERBB2'];
const CHECKED = ['genes_few', 'genes_short', 'genes_recognised'];

/** What the checks say of the genes of a request, whose inputs have these facts. */
async function told(taskType: string, body: SparseRequest, facts: Record<string, InputFacts> = {}) {
  const tool = toolOf(taskType);
  const completed = completeRequest(tool, { task_type: taskType, ...body });
  if (!completed.ok) throw new Error(JSON.stringify(completed.errors));
  const { request } = completed;
  const whole = await withRecognisedGenes(genes, tool, request.values, facts);
  return checkInputs(tool, request, whole).findings.filter(({ code }) => CHECKED.includes(code));
}
const list = (names: readonly string[]) => ({ gene_list: { name: '基因名单', geneList: { genes: names } } });

describe('the names of a list', () => {
  it('are genes, aliases of genes, or unknown', async () => {
    expect(await genes.recognise([...NONSENSE, 'TP53', 'tp53', 'PD-L1', 'ENSG00000141510.12', '7157'])).toEqual({
      known: 4,
      aliases: [
        { written: 'bar', symbol: 'ADRB2' },
        { written: 'baz', symbol: 'PARD3' },
        { written: 'PD-L1', symbol: 'CD274' },
      ],
      unknown: ['foo', 'qux'],
    });
  });

  it.each(['go_enrichment', 'kegg_enrichment'])('refuse %s below 5 known genes, and say which they are', async (taskType) => {
    const [finding, ...others] = await told(taskType, { gene_list: NONSENSE }, list(NONSENSE));
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ code: 'genes_few', level: 'must', field: 'gene_list' });
    expect(finding?.message).toMatch(/认出 2 个基因，其中 2 个写的是别名.*2 个名字认不出来：foo、qux/);
  });

  it('warn of an enrichment below 10 known genes, and are told where they are enough', async () => {
    const few = await told('go_enrichment', { gene_list: TEN.slice(0, 9) }, list(TEN.slice(0, 9)));
    expect(few.map(({ code, level }) => [code, level])).toEqual([
      ['genes_short', 'should'],
      ['genes_recognised', 'passed'],
    ]);
    const enough = await told('go_enrichment', { gene_list: TEN }, list(TEN));
    expect(enough.map(({ code, level }) => [code, level])).toEqual([['genes_recognised', 'passed']]);
  });

  it('are not looked up among human genes where the species is the mouse', async () => {
    expect(await told('go_enrichment', { gene_list: NONSENSE, organism: 'mmu' }, list(NONSENSE))).toEqual([]);
  });

  it('are looked up for a tool of which the list is a value, and for each of several lists', async () => {
    const matrix = {
      kind: 'log',
      species: null,
      identifiers: 'symbol',
      samples: [],
      rows: 2,
      columns: 2,
    } as unknown as InputFacts['matrix'];
    const tool = catalogue.find(({ tool: { parameters } }) => 'target_gene_list' in parameters)?.tool as ToolDefinition;
    const values = { extract_partial_rows: true, target_gene_list: ['TP53', 'qux'] };
    const known = await withRecognisedGenes(genes, tool, values, { file_id: { name: 'm', ...(matrix && { matrix }) } });
    expect(known.target_gene_list?.recognised).toEqual({ known: 1, aliases: [], unknown: ['qux'] });
    const probes = { ...matrix, identifiers: 'probe' } as InputFacts['matrix'];
    const unasked = await withRecognisedGenes(genes, tool, values, { file_id: { name: 'm', ...(probes && { matrix: probes }) } });
    expect(unasked.target_gene_list).toBeUndefined();
    const sets = [NONSENSE, TEN];
    const facts = { gene_sets: { name: 's', geneSets: { titles: ['甲', '乙'], sizes: [4, 10], genes: sets } } };
    const two = await told('intersection_gene', { gene_sets: sets.map((set, i) => ({ title: '甲乙'[i], genes: set })) }, facts);
    expect(two.map(({ level, message }) => [level, message.slice(0, 3)])).toEqual([
      ['should', '「甲」'],
      ['passed', '「乙」'],
    ]);
  });
});
