import { describe, expect, it } from 'vitest';
import { cite, References } from '../../../src/projects/paper/cited.ts';
import { type MethodStep, mergeMethods } from '../../../src/projects/paper/methods.ts';
import { versionSentence, withoutVersions } from '../../../src/projects/paper/packages.ts';
import { sentencesOf } from '../../../src/projects/paper/sentences.ts';

const VERSIONS = { R: '4.5.0', limma: '3.64.1', survival: '3.8-3' };
const LIMMA = 'Ritchie ME, Phipson B. limma powers differential expression analyses. Nucleic Acids Res 2015;43(7):e47.';
const COX = 'Cox DR. Regression models and life-tables. J R Stat Soc B 1972;34:187–220.';

const step = (number: number, text: string, change: Partial<MethodStep> = {}): MethodStep => ({
  number,
  name: `分析 ${number}`,
  taskType: 'limma',
  tool: '差异分析',
  text,
  wording: 'one',
  reading: [],
  versions: VERSIONS,
  citations: [],
  ...change,
});

const textOf = (paragraph: readonly { text: string }[]): string => paragraph.map(({ text }) => text).join('');
const paragraphsOf = (steps: MethodStep[], language: 'zh' | 'en' = 'zh') =>
  mergeMethods(steps, language).sections.flatMap(({ paragraphs }) => paragraphs.map(textOf));

describe('sentences', () => {
  it('end at their stops, not at those of names and numbers', () => {
    expect(sentencesOf('比较肿瘤与正常。P < 0.05 为显著。', 'zh')).toEqual(['比较肿瘤与正常。', 'P < 0.05 为显著。']);
    expect(sentencesOf('Scored by xCell (Aran et al. 2017) in R. The cut was 1.5. Of E. Coli none.', 'en')).toEqual([
      'Scored by xCell (Aran et al. 2017) in R. The cut was 1.5.',
      'Of E. Coli none.',
    ]);
  });
});

describe('versions', () => {
  it('are taken out of a text, with the brackets that held nothing else', () => {
    const { text, used } = withoutVersions('用 limma 3.64.1（R 4.5.0）拟合模型。P 值校正（R 4.5.0，survival 3.8-3）。', VERSIONS, 'zh');
    expect(text).toBe('用 limma 拟合模型。P 值校正（survival）。');
    expect(used).toEqual([
      { name: 'limma', version: '3.64.1' },
      { name: 'R', version: '4.5.0' },
      { name: 'survival', version: '3.8-3' },
    ]);
  });

  it.each([
    ['zh', '用 limma（3.64.1）的 voom 转换。', '用 limma 的 voom 转换。'],
    ['zh', '校正后不另检验。（R 4.5.0）。', '校正后不另检验。'],
    ['zh', '组间比较。计算使用 R 4.5.0 和 limma 3.64.1。', '组间比较。'],
    ['zh', '组间比较。（R 4.5.0，limma 3.64.1）。', '组间比较。'],
    ['en', 'Groups were compared. R 4.5.0 and limma 3.64.1 were used.', 'Groups were compared.'],
    ['en', 'Groups were compared. (R 4.5.0, limma 3.64.1)', 'Groups were compared.'],
    ['en', 'Groups were compared by limma 3.64.1.', 'Groups were compared by limma.'],
  ] as const)('stand in no sentence, and take one with them that says nothing else: %s %s', (language, before, after) => {
    expect(withoutVersions(before, VERSIONS, language).text).toBe(after);
  });

  it('of one package that steps had in two are told with their steps', () => {
    const steps = [
      { number: 1, used: [{ name: 'limma', version: '3.64.1' }] },
      { number: 2, used: [{ name: 'R', version: '4.5.0' }] },
      { number: 4, used: [{ name: 'limma', version: '3.66.0' }] },
    ];
    expect(versionSentence(steps, 'zh')).toBe('全部计算用 R 4.5.0 完成，软件包：limma 3.64.1（步骤 1）和 3.66.0（步骤 4）。');
    expect(versionSentence(steps, 'en')).toBe(
      'All computations were done in R 4.5.0 with the package limma 3.64.1 (step 1) and 3.66.0 (step 4).',
    );
  });
});

describe('merged methods', () => {
  it('say once what runs of one wording share, and of later ones what differs', () => {
    const first = step(1, '比较肿瘤与正常。用 limma 3.64.1 拟合模型。');
    const later = step(3, '比较早期与晚期。用 limma 3.64.1 拟合模型。');
    expect(paragraphsOf([first, step(2, first.text), later])).toEqual([
      '步骤 1（分析 1）：比较肿瘤与正常。用 limma 拟合模型。',
      '步骤 2（分析 2）的方法与步骤 1 完全相同。',
      '步骤 3（分析 3）的方法与步骤 1 相同，只有下面的数值或选择不同：比较早期与晚期。',
    ]);
  });

  it('cite works in what is said of the first, not in its name', () => {
    const limma = (number: number, text: string) =>
      step(number, text, { name: `limma ${number}`, citations: [{ work: LIMMA, names: [] }] });
    const [first = [], later = []] =
      mergeMethods([limma(1, '比较甲与乙。用 limma 3.64.1 拟合。'), limma(2, '比较丙与丁。用 limma 3.64.1 拟合。')], 'zh').sections[0]
        ?.paragraphs ?? [];
    expect(first.map(({ text, works }) => [text, works.length])).toEqual([
      ['步骤 1（limma 1）：', 0],
      ['比较甲与乙。用 limma', 1],
      [' 拟合。', 0],
    ]);
    expect(later.flatMap(({ works }) => works)).toEqual([]);
  });

  it('tell another wording of a tool in full: its sections are others', () => {
    const voom = step(2, '用 voom 转换。比较肿瘤与正常。', { wording: 'two' });
    expect(paragraphsOf([step(1, '比较肿瘤与正常。'), voom])).toEqual([
      '步骤 1（分析 1）：比较肿瘤与正常。',
      '步骤 2（分析 2）：用 voom 转换。比较肿瘤与正常。',
    ]);
  });

  it('tell in full what does not go sentence by sentence, as where a name holds a stop', () => {
    expect(paragraphsOf([step(1, '比较甲与乙。'), step(2, '比较甲。一与乙。')])[1]).toBe('步骤 2（分析 2）：比较甲。一与乙。');
  });

  it('name each package with its version once, whatever the number of steps', () => {
    const steps = [
      step(1, '用 limma 3.64.1 拟合。'),
      step(2, '生存分析用 survival 3.8-3，差异用 limma 3.64.1。', { taskType: 'km', tool: '生存' }),
    ];
    const { sections, versions } = mergeMethods(steps, 'zh');
    const whole = [...sections.flatMap(({ paragraphs }) => paragraphs.map(textOf)), versions].join('');
    for (const named of ['limma 3.64.1', 'survival 3.8-3']) expect(whole.split(named)).toHaveLength(2);
    expect(sections.map(({ heading }) => heading)).toEqual(['差异分析', '生存']);
  });

  it('say once how one file was read', () => {
    const reading = ['读入「a.tsv」时，合并了 3 行。'];
    expect(mergeMethods([step(1, 'x。', { reading }), step(2, 'y。', { reading })], 'zh').reading).toBe(reading[0]);
  });
});

describe('citations', () => {
  const citations = [
    { work: COX, names: [] },
    { work: LIMMA, names: [] },
  ];

  it('stand behind what they are of, others at the end before the stop', () => {
    expect(cite('用 limma 拟合模型。', citations, ['limma'])).toEqual([
      { text: '用 limma', works: [LIMMA] },
      { text: ' 拟合模型', works: [COX] },
      { text: '。', works: [] },
    ]);
    expect(cite('Scored (Cox, 1972) here.', [{ work: COX, names: [] }], [])[0]).toEqual({ text: 'Scored (Cox, 1972)', works: [COX] });
    expect(cite('Adjusted by Benjamini.', [{ work: COX, names: ['Benjamini'] }], [])[0]?.text).toBe('Adjusted by Benjamini');
  });

  it('are numbered in the order in which the text names them, one work once', () => {
    const references = new References();
    expect(references.mark([LIMMA])).toBe('[1]');
    expect(references.mark([COX, LIMMA.replace('43(7)', '43')])).toBe('[1,2]');
    expect(references.mark(['A B. Third. Nature 2001;1:1–2.', COX, LIMMA])).toBe('[1-3]');
    expect(references.list('gb')).toEqual([
      '[1] RITCHIE M E, PHIPSON B. limma powers differential expression analyses[J]. Nucleic Acids Res, 2015, 43(7): e47.',
      '[2] COX D R. Regression models and life-tables[J]. J R Stat Soc B, 1972, 34: 187–220.',
      '[3] A B. Third[J]. Nature, 2001, 1: 1–2.',
    ]);
  });
});
