/** A control, and what to type into it; an empty text clicks it. */
export type Change = readonly [control: string, text: string];

/** What `bench:preview` pastes, and the field that it changes. */
export interface PreviewCase {
  name: string;
  path: string;
  table: () => string;
  /** Fields that have to be filled before anything is drawn. */
  first?: readonly (readonly [string, string])[];
  /** Where to change what, each to a state of the form that has not been before: answers are kept. */
  changes: readonly Change[];
}

const ROWS = 1_000;
const HEATMAP_SAMPLES = 100;
const GROUPS = ['A', 'B', 'C'];

/** Numbers of one seed, by Park and Miller. */
function numbers(seed: number) {
  let state = seed;
  const uniform = () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  return { uniform, normal };
}

const tsv = (columns: readonly string[], row: (i: number) => readonly (string | number)[], rows = ROWS): string =>
  [columns, ...Array.from({ length: rows }, (_, i) => row(i))].map((cells) => cells.join('\t')).join('\n');

function matrix(samples: number): string {
  const { normal } = numbers(7);
  const columns = ['gene', ...Array.from({ length: samples }, (_, i) => `s${i + 1}`)];
  return tsv(columns, (i) => [`g${i + 1}`, ...Array.from({ length: samples }, () => normal().toFixed(3))]);
}

function followUp(): string {
  const { uniform, normal } = numbers(11);
  return tsv(['sample', 'time', 'status', 'group', 'marker'], (i) => {
    const marker = normal();
    const time = Math.ceil(-Math.log(uniform()) * 1_000 * Math.exp(-marker));
    return [`p${i + 1}`, time, uniform() < 0.6 ? 1 : 0, GROUPS[i % 3] ?? '', marker.toFixed(3)];
  });
}

const page = (name: string) => `/general-plotting/${name}/analysis`;
const CHANGES = 7;
const turns = (...fields: readonly string[]): Change[] => fields.map((control) => [control, '']);
const typed = (control: string, text: (change: number) => string | number): Change[] =>
  Array.from({ length: CHANGES }, (_, change) => [control, String(text(change))]);
const field = (name: string) => `[data-field="${name}"] input`;
const flag = (name: string) => `[data-field="${name}"] button[role=switch]`;
const answer = (name: string, at: number) => `[data-field="${name}"] .ant-segmented-item:nth-child(${at}) input`;
const heading = (column: number) => `[data-field="table"] input[aria-label="第 ${column} 列的列名"]`;

function columns(): string {
  const { uniform, normal } = numbers(3);
  const names = ['group', 'x', 'y', 'logFC', 'p', 'label', 'm1', 'm2'];
  return tsv(names, (i) => {
    const x = normal();
    const positive = i % 2;
    const far = [x + (i % 3), x + normal(), normal(), uniform(), 0, normal() + positive, normal() + positive / 2];
    const [shifted = 0, y = 0, change = 0, p = 0, , m1 = 0, m2 = 0] = far;
    return [
      GROUPS[i % 3] ?? '',
      shifted.toFixed(3),
      y.toFixed(3),
      change.toFixed(3),
      p.toFixed(5),
      positive ? 'yes' : 'no',
      m1.toFixed(3),
      m2.toFixed(3),
    ];
  });
}

/** Some of the columns of `columns`, in this order, under these names. */
function chosen(names: Readonly<Record<string, string>>, unique = ''): string {
  const [head = '', ...body] = columns().split('\n');
  const at = Object.keys(names).map((name) => head.split('\t').indexOf(name));
  const rows = body.map((line, i) => {
    const cells = line.split('\t');
    return [...(unique === '' ? [] : [`${unique}${i + 1}`]), ...at.map((place) => cells[place] ?? '')].join('\t');
  });
  return [[...(unique === '' ? [] : [unique]), ...Object.values(names)].join('\t'), ...rows].join('\n');
}

/** A published table is hardly longer than this. */
const FOREST_ROWS = 50;
const forest = () =>
  tsv(['label', 'HR', 'lower', 'upper', 'p'], (i) => [`variable ${i + 1}`, 0.8 + i / 100, 0.6 + i / 100, 1.1 + i / 100, 0.1], FOREST_ROWS);

const KM = turns(
  flag('conf_int'),
  flag('risk_table'),
  flag('conf_int'),
  answer('time_unit', 2),
  flag('conf_int'),
  flag('risk_table'),
  flag('conf_int'),
);
const ROC = turns(answer('weighting', 2), answer('time_unit', 2), answer('weighting', 1), answer('time_unit', 3), answer('weighting', 2));

export const PREVIEW_CASES: readonly PreviewCase[] = [
  {
    name: 'box_plot',
    path: page('box-plot'),
    table: () => chosen({ group: 'group', x: 'value' }),
    changes: typed(heading(2), (change) => `value ${change}`),
  },
  { name: 'kaplan_meier', path: page('kaplan-meier'), table: followUp, changes: KM },
  { name: 'roc_curve', path: page('roc-curve'), table: followUp, changes: ROC },
  {
    name: 'batch_roc_plot',
    path: page('batch-roc'),
    table: () => chosen({ label: 'label', m1: 'm1', m2: 'm2' }),
    changes: typed(heading(2), (change) => `marker ${change}`),
  },
  {
    name: 'batch_pca_plot',
    path: page('batch-pca'),
    table: () => matrix(40),
    changes: typed(field('feature_count'), (change) => 501 + change),
  },
  {
    name: 'heatmap_analysis',
    path: page('heatmap'),
    table: () => matrix(HEATMAP_SAMPLES),
    first: [['feature_count', String(ROWS)]],
    changes: typed(field('feature_count'), (change) => ROWS - 1 - change),
  },
  { name: 'forest_plot', path: page('forest-plot'), table: forest, changes: typed(field('reference'), (change) => 1.01 + change / 100) },
  {
    name: 'bidirectional_barplot',
    path: page('bidirectional-barplot'),
    table: () => chosen({ logFC: 't', p: 'p' }, 'pathway'),
    changes: typed(field('top_n'), (change) => 21 + change),
  },
  {
    name: 'correlation_scatterplot',
    path: page('correlation-scatterplot'),
    table: () => chosen({ x: 'x', y: 'y' }),
    changes: typed(heading(1), (change) => `x ${change}`),
  },
  {
    name: 'volcano_plot_analysis',
    path: page('volcano-plot'),
    table: () => chosen({ logFC: 'logFC', p: 'pvalue' }, 'gene'),
    changes: typed(field('log2fc'), (change) => 1.01 + change / 100),
  },
];

const BIG = { rows: 50_000, columns: 50 };
const big = (cell: string) => () =>
  `${Array.from({ length: BIG.columns }, (_, i) => `c${i}`).join('\t')}\n${`${Array(BIG.columns).fill(cell).join('\t')}\n`.repeat(BIG.rows)}`;

export const BIG_TABLES = [
  { name: '50,000 × 50 of 1.2345 into box_plot', path: page('box-plot'), table: big('1.2345') },
  { name: '50,000 × 50 of one digit into box_plot', path: page('box-plot'), table: big('1') },
  { name: '50,000 × 50 of one digit into batch_roc_plot', path: page('batch-roc'), table: big('1') },
  { name: '50,000 × 50 of 1.2345 into kaplan_meier', path: page('kaplan-meier'), table: big('1.2345') },
  { name: '50,000 × 50 of one digit into kaplan_meier', path: page('kaplan-meier'), table: big('1') },
];
