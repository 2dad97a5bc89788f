import type { PublishedFigure } from '@oncoloom/tool-kit';

const mean = (feature: string, group: string) => ({ table: 'groups', row: { feature, group }, column: 'mean' }) as const;
const overall = (feature: string) => ({ table: 'tests', row: { feature, statistic_name: 'F' }, column: 'statistic' }) as const;

export default {
  iris: {
    title: '三种鸢尾的四个尺寸（Fisher，150 朵）',
    description: 'R 自带的 iris：三种鸢尾各 50 朵，萼片、花瓣的长和宽（厘米），在这里当作四个「基因」。用单因素方差分析。',
    files: {
      file_id: { file: 'iris.tsv', name: '鸢尾花_矩阵.tsv' },
      sample_groups: { file: 'iris-groups.tsv', name: '鸢尾花_分组.tsv' },
    },
    parameters: { gene_list: ['Sepal.Length', 'Sepal.Width', 'Petal.Length', 'Petal.Width'], method: 'anova' },
    citation: 'Fisher RA. The use of multiple measurements in taxonomic problems. Ann Eugen 1936;7:179–188.',
    numbersFrom: '均数：原文表 II；F：R 的 aov 直接算出',
    numbers: [
      { label: 'setosa 的萼片长', printed: '5.006', at: mean('Sepal.Length', 'setosa') },
      { label: 'setosa 的花瓣长', printed: '1.462', at: mean('Petal.Length', 'setosa') },
      { label: 'versicolor 的萼片长', printed: '5.936', at: mean('Sepal.Length', 'versicolor') },
      { label: 'versicolor 的花瓣长', printed: '4.260', at: mean('Petal.Length', 'versicolor') },
      { label: '萼片长的 F', printed: '119.26', at: overall('Sepal.Length') },
      { label: '花瓣长的 F', printed: '1180.16', at: overall('Petal.Length') },
    ],
  },
} as const satisfies Record<string, PublishedFigure>;
