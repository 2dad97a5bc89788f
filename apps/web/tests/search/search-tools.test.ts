import { menu, toolPages } from '@oncoloom/tools/menu';
import { describe, expect, test } from 'vitest';
import { searchTools, termsOf } from '../../src/search/search-tools.ts';

type Tool = Parameters<typeof searchTools>[0][number];
const tool = (title: string, change: Partial<Tool> = {}): Tool => ({
  title,
  summary: '',
  keywords: [],
  section: '',
  family: 'bulk',
  further: false,
  ...change,
});
const TOOLS: readonly Tool[] = [
  tool('通路得分', { summary: '给每个样本的通路打分。比较两组样本的差异。', section: '富集' }),
  tool('火山图', { keywords: ['volcano', '差异基因'], section: '差异与聚类', family: 'plotting' }),
  tool('聚类', { section: '差异与聚类', family: 'plotting' }),
  tool('limma 差异分析', { keywords: ['DEG', '芯片'] }),
  tool('差异'),
  tool('差异分析', { family: 'tcga' }),
];
const titles = (query: string) => searchTools(TOOLS, query).map(({ tool: { title } }) => title);

describe('the order', () => {
  test('is name, keyword, category, description', () => {
    expect(titles('差异')).toEqual(['差异', '差异分析', 'limma 差异分析', '火山图', '聚类', '通路得分']);
  });

  test('holds for pinyin, whole and by first letters', () => {
    expect(titles('chayi')).toEqual(['limma 差异分析', '差异', '差异分析', '火山图', '聚类']);
    expect(titles('cy')).toEqual(titles('chayi'));
    expect(titles('CHAYI')).toEqual(titles('chayi'));
  });
});

describe('matches', () => {
  test.each([
    ['volcano', ['火山图']],
    ['deg', ['limma 差异分析']],
    ['ＤＥＧ', ['limma 差异分析']],
    ['通用绘图', ['火山图', '聚类']],
    ['tongyonghuitu', ['火山图', '聚类']],
    ['tcga', ['差异分析']],
    ['两组样本', ['通路得分']],
    ['xinpian', ['limma 差异分析']],
  ])('%s', (query, expected) => expect(titles(query)).toEqual(expected));

  test('every word has to be somewhere', () => {
    expect(titles('差异  绘图')).toEqual(['火山图', '聚类']);
    expect(titles('差异 甲基化')).toEqual([]);
  });

  test.each(['', '   ', '甲基化', '.*', '('])('「%s」 finds nothing', (query) => expect(titles(query)).toEqual([]));
});

test('tells what to mark, in Chinese and in pinyin', () => {
  const first = (query: string, title: string) => searchTools(TOOLS, query).find((found) => found.tool.title === title);
  expect(first('分析 limma', 'limma 差异分析')?.title).toEqual([
    { start: 0, end: 5 },
    { start: 8, end: 10 },
  ]);
  expect(first('cy', 'limma 差异分析')?.title).toEqual([{ start: 6, end: 8 }]);
  expect(first('差异 异分', '差异分析')?.title).toEqual([{ start: 0, end: 3 }]);
  expect(first('差异', '通路得分')).toMatchObject({ title: [], summary: { text: '比较两组样本的差异。', spans: [{ start: 7, end: 9 }] } });
  expect(first('两组', '通路得分')?.summary.text).toBe('比较两组样本的差异。');
  expect(first('富集', '通路得分')?.summary).toEqual({ text: '给每个样本的通路打分。', spans: [] });
});

test('the real menu is found by the pinyin that was made for it', () => {
  for (const query of ['chayi', 'cy', 'huoshantu', 'hst']) expect(searchTools(menu, query).length, query).toBeGreaterThan(0);
  expect(searchTools(menu, 'hst')[0]?.tool.taskType).toBe('volcano_plot_analysis');
});

test('a query is cut into words', () => expect(termsOf(' Limma　差异 ')).toEqual(['limma', '差异']));

test('a tool beyond the specification is found under its own category, also by pinyin', () => {
  const tools = [tool('共表达', { family: 'tcga', further: true }), tool('生存', { family: 'tcga' })];
  for (const query of ['扩展工具', 'kuozhan']) expect(searchTools(tools, query).map(({ tool: { title } }) => title)).toEqual(['共表达']);
  expect(searchTools(tools, 'TCGA').map(({ tool: { title } }) => title)).toEqual(['生存']);
});

test('in the real menu 富集 finds enrichment first, and others only that speak of it', () => {
  const found = searchTools(menu, '富集').map(({ tool }) => tool);
  const isEnrichment = ({ taskType }: { taskType: string }) => /enrichment|^go_|^kegg_|^gsea_/.test(taskType);
  const others = found.filter((tool) => !isEnrichment(tool));
  expect(found.slice(0, 3).map(isEnrichment)).toEqual([true, true, true]);
  expect(
    others.filter(({ title, summary, section, keywords }) => ![title, summary, section, ...keywords].some((text) => text.includes('富集'))),
  ).toEqual([]);
});

test.each([
  ['cnetplot', 'go_plot'],
  ['emapplot', 'kegg_plot'],
  ['gseaplot2', 'gsea_plot'],
  ['弦图', 'go_plot'],
  ['气泡图', 'kegg_plot'],
  ['Cox 森林图', 'plot_forest'],
])('%s finds the page that draws it', (query, taskType) => {
  expect(searchTools(toolPages, query).map(({ tool }) => tool.taskType)).toContain(taskType);
});
