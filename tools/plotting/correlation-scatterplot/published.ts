import type { PublishedFigure } from '@oncoloom/tool-kit';

export default {
  anscombe: {
    title: 'Anscombe 的四组数据',
    description:
      'R 自带的 anscombe：四组数据的相关系数和直线都相同，样子却完全不同。这里是第一组；把横轴、纵轴换成 x2 和 y2、x3 和 y3、x4 和 y4 看另外三组。',
    files: { file_id: { file: 'anscombe.tsv', name: 'Anscombe.tsv' } },
    parameters: { x: 'x1', y: 'y1', marginal: 'none' },
    citation: 'Anscombe FJ. Graphs in statistical analysis. Am Stat 1973;27:17–21.',
    numbers: [
      { label: '观测', printed: '11', at: { fact: 'n' } },
      { label: '直线的斜率', printed: '0.500', at: { fact: 'slope' } },
      { label: 'R²', printed: '0.667', at: { fact: 'r_squared' } },
      { label: '相关系数', printed: '0.816', at: { fact: 'estimate' } },
    ],
  },
  iris: {
    title: '鸢尾花的花瓣长和宽（150 朵）',
    description: 'R 自带的 iris：三种鸢尾各 50 朵，按种分颜色。',
    files: { file_id: { file: 'iris.tsv', name: '鸢尾花.tsv' } },
    parameters: { x: 'Petal.Length', y: 'Petal.Width', color_column: 'Species' },
    citation: 'Fisher RA. The use of multiple measurements in taxonomic problems. Ann Eugen 1936;7:179–188.',
    numbersFrom: 'R 的 cor 直接算出',
    numbers: [
      { label: '观测', printed: '150', at: { fact: 'n' } },
      { label: '相关系数', printed: '0.963', at: { fact: 'estimate' } },
    ],
  },
} as const satisfies Record<string, PublishedFigure>;
