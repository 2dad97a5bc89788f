import type { AvailableGeneSets, GeneSetCollection } from '@oncoloom/contract';
import type { GeneSetCollectionParameter, ReferenceSetsParameter } from '@oncoloom/tool-kit';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { queryClient } from '../../src/api/query-client.ts';
import { GeneSetCollectionField } from '../../src/tool-page/fields/gene-set-collection-field.tsx';
import { ReferenceSetsField } from '../../src/tool-page/fields/reference-sets-field.tsx';
import { EMPTY_FORM, type FormState } from '../../src/tool-page/form/form-state.ts';
import type { ToolForm } from '../../src/tool-page/form/use-tool-form.ts';
import { formOf } from '../support/form.ts';
import { fakeServer, renderPage } from '../support/page.tsx';

/** The fields of collections of gene sets, against a server that has some of them. */

const collection = (name: string, others: Partial<GeneSetCollection>): GeneSetCollection => ({
  name,
  title: name,
  source: 'test',
  release: '1',
  date: '2025-06',
  licence: 'CC BY 4.0',
  organism: 'hsa',
  family: 'other',
  subset: '',
  sets: 1234,
  genes: 5678,
  problems: [],
  ...others,
});
const KEGG = collection('kegg.2011-03-15.hsa.gmt', { title: 'KEGG 通路（2011 年 3 月版）', family: 'kegg', date: '2011-03-15' });
const available = (name: string, others: Partial<AvailableGeneSets>): AvailableGeneSets => ({
  name,
  title: `基因集 ${name}`,
  release: '2025.1',
  date: '2025-06',
  organism: 'hsa',
  family: 'hallmark',
  subset: '',
  ...others,
});

const PARAMETER: GeneSetCollectionParameter = {
  kind: 'gene-set-collection',
  label: '基因集',
  help: '',
  input: 'sets',
  fileField: 'geneset_file_id',
  families: ['hallmark', 'kegg'],
};

interface Answer {
  collections: readonly GeneSetCollection[];
  available?: readonly AvailableGeneSets[];
}

/** A form that keeps what a field puts into it. */
function formWith(inputs: FormState['inputs'], values: ToolForm['values'] = {}) {
  const set: unknown[] = [];
  const form = formOf({ state: { ...EMPTY_FORM, inputs }, values, setInput: (_, value) => void set.push(value) });
  return { form, set };
}

function show(field: React.ReactElement, { collections, available: absent = [] }: Answer): void {
  queryClient.clear();
  fakeServer({ '/gene_sets': () => ({ collections, available: absent, unreadable: [] }) });
  renderPage(field, { path: '/', at: '/' });
}

describe('the field of a collection', () => {
  const hallmark = collection('h.all.v2025.1.Hs.symbols.gmt', { title: 'Hallmark', family: 'hallmark', sets: 50 });
  const chosen = { sets: { from: 'collection', name: KEGG.name, title: KEGG.title } } as const;

  test('groups those of its families, with date, sets and genes', async () => {
    const { form } = formWith(chosen);
    show(<GeneSetCollectionField name="sets" parameter={PARAMETER} form={form} />, {
      collections: [KEGG, hallmark, collection('go.gmt', { family: 'go' })],
    });
    await userEvent.click(await screen.findByRole('combobox'));
    expect(await screen.findByText('2011-03-15 · 1,234 个基因集 · 5,678 个基因')).toBeDefined();
    expect(screen.getByText('2025-06 · 50 个基因集 · 5,678 个基因')).toBeDefined();
    expect(screen.getByText('KEGG', { selector: '.ant-select-item-group' })).toBeDefined();
    expect(screen.queryByText('go.gmt')).toBeNull();
  });

  test('takes the preferred one, else the first of the first family that is there', async () => {
    const { form, set } = formWith({});
    show(<GeneSetCollectionField name="sets" parameter={PARAMETER} form={form} />, { collections: [KEGG, hallmark] });
    await expect.poll(() => set).toEqual([expect.objectContaining({ name: hallmark.name })]);
  });

  test('says in large letters that KEGG is of 2011, and nothing of newer ones', async () => {
    show(<GeneSetCollectionField name="sets" parameter={PARAMETER} form={formWith(chosen).form} />, { collections: [KEGG] });
    const note = await screen.findByRole('note');
    expect(note.textContent).toMatch(/^这是 KEGG 2011 年 3 月的版本/);
    expect(within(note).getByText('2011 年 3 月').tagName).toBe('STRONG');
  });

  test('says nothing of age for a newer KEGG', async () => {
    show(<GeneSetCollectionField name="sets" parameter={PARAMETER} form={formWith(chosen).form} />, {
      collections: [{ ...KEGG, date: '2026-01-01' }],
    });
    expect(await screen.findByText(/发布日期 2026-01-01/)).toBeDefined();
    expect(screen.queryByRole('note')).toBeNull();
  });

  test('tells what could be installed of its families, and where the operator finds how', async () => {
    show(<GeneSetCollectionField name="sets" parameter={PARAMETER} form={formWith(chosen).form} />, {
      collections: [KEGG],
      available: [available('hallmark', {}), available('go-bp', { family: 'go', subset: 'BP' })],
    });
    const text = (await screen.findByText(/这台服务器还没有装/)).textContent;
    expect(text).toMatch(/还没有装：基因集 hallmark。.*\/status/);
    expect(text).not.toContain('npm run');
  });

  test('says what is wrong in the file that is chosen', async () => {
    show(<GeneSetCollectionField name="sets" parameter={PARAMETER} form={formWith(chosen).form} />, {
      collections: [{ ...KEGG, date: '2026-01-01', problems: ['2 个名字重复'] }],
    });
    expect((await screen.findByRole('note')).textContent).toContain('2 个名字重复');
  });
});

describe('the field of the reference', () => {
  const parameter: ReferenceSetsParameter = {
    kind: 'reference-sets',
    label: 'GO 注释',
    help: '',
    input: 'terms',
    family: 'go',
    organism: 'organism',
    subset: 'ontology',
  };
  const part = (subset: string, date: string) =>
    collection(`go.${subset}.${date}.gmt`, { title: `GO ${subset}`, family: 'go', subset, date, release: `R ${date}` });

  test('shows of each part the release that a run takes, not the newest of all parts only', async () => {
    const { form } = formWith({}, { organism: 'hsa', ontology: 'ALL' });
    show(<ReferenceSetsField name="terms" parameter={parameter} form={form} />, {
      collections: [part('BP', '2025-06'), part('BP', '2022-07-01'), part('CC', '2022-07-01')],
    });
    const lines = (await screen.findAllByText(/个条目，发布日期/)).map(({ textContent }) => textContent);
    expect(lines).toEqual([
      'GO BP：1,234 个条目，发布日期 2025-06（R 2025-06）',
      'GO CC：1,234 个条目，发布日期 2022-07-01（R 2022-07-01）',
    ]);
  });

  test('says what is missing for an organism and how to get it', async () => {
    const { form } = formWith({}, { organism: 'mmu', ontology: 'BP' });
    show(<ReferenceSetsField name="terms" parameter={parameter} form={form} />, {
      collections: [part('BP', '2022-07-01')],
      available: [
        available('go-bp-mouse', { organism: 'mmu', family: 'go', subset: 'BP' }),
        available('go-cc-mouse', { organism: 'mmu', family: 'go', subset: 'CC' }),
      ],
    });
    expect(await screen.findByText('没有安装小鼠的GO 注释')).toBeDefined();
    expect(screen.getByText(/这台服务器还没有装：.*go-bp-mouse/)).toBeDefined();
    expect(screen.queryByText(/go-cc-mouse/)).toBeNull();
  });
});
