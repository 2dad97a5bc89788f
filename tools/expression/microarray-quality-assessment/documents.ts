import type { DocumentContents } from '@oncoloom/tool-kit';

const missing = '不足 5 张，不判断';

/** The report: each array's criteria, how they are computed, and the figures. */
export default {
  report: [
    { heading: '每张芯片的判据' },
    {
      table: 'criteria',
      columns: [
        { column: 'sample', width: 0.2 },
        { column: 'group', width: 0.13, hideEmpty: true },
        { column: 'distance_sum', width: 0.14, digits: 2, limit: { column: 'distance_threshold', missing }, marked: 'distance_outlier' },
        { column: 'ks', width: 0.14, digits: 4, limit: { column: 'ks_threshold', missing }, marked: 'ks_outlier' },
        { column: 'hoeffding_d', width: 0.12, digits: 4, limit: { column: 'd_threshold', missing }, marked: 'd_outlier' },
        { column: 'rle_iqr', width: 0.13, digits: 3 },
        { column: 'missing', width: 0.07, title: '缺失' },
        { column: 'flags', width: 0.07, title: '标记', unit: '项', marked: 'flags' },
      ],
    },
    { heading: '判据怎样计算' },
    { text: '设有 n 个探针，x 是 log2 强度，a、b 是两张芯片。三项统计量都是越大越异常。' },
    { text: '1. 距离之和：两张芯片的距离是同一探针之差绝对值的平均，再对其余所有芯片求和。', apart: true },
    {
      formula: [
        '*d*(*a*, *b*) = ',
        { over: ['1'], under: ['*n*'] },
        ' ',
        { sign: '∑', below: '*i* = 1', above: '*n*' },
        ' | *x*~ia~ − *x*~ib~ | ，　*S*~a~ = ',
        { sign: '∑', below: '*b*' },
        ' *d*(*a*, *b*)',
      ],
    },
    { text: '2. Kolmogorov–Smirnov 距离：这张芯片的经验分布与全部芯片合在一起的经验分布，最大相差多少。', apart: true },
    { formula: ['*K*~a~ = ', { sign: 'sup', below: '*x*' }, ' | *F*~a~(*x*) − *F*(*x*) |'] },
    {
      text: '3. Hoeffding D：M 是与中位数芯片（每个探针取所有芯片的中位数 m）之差，A 是平均。好的芯片里 M 与 A 无关，D 接近 0。',
      apart: true,
    },
    {
      formula: [
        '*M* = *x*~ia~ − *m*~i~ ，　*A* = (*x*~ia~ + *m*~i~) / 2 ，　*D* = 30 ',
        {
          over: ['(*n* − 2)(*n* − 3) *D*~1~ + *D*~2~ − 2(*n* − 2) *D*~3~'],
          under: ['*n*(*n* − 1)(*n* − 2)(*n* − 3)(*n* − 4)'],
        },
      ],
    },
    {
      formula: [
        '*D*~1~ = ',
        { sign: '∑', below: '*i*' },
        ' (*Q*~i~ − 1)(*Q*~i~ − 2) ，　*D*~2~ = ',
        { sign: '∑', below: '*i*' },
        ' (*R*~i~ − 1)(*R*~i~ − 2)(*S*~i~ − 1)(*S*~i~ − 2)',
      ],
    },
    { formula: ['*D*~3~ = ', { sign: '∑', below: '*i*' }, ' (*R*~i~ − 2)(*S*~i~ − 2)(*Q*~i~ − 1)'] },
    { text: 'R、S 是 A、M 的秩，Q 是 1 加上两者都更小的点数；相同的值计一半，两者都相同计四分之一。' },
    {
      text: '阈值：距离之和与 KS 距离用箱线图法则，只看偏大的一侧；H 是 Tukey 五数中的上、下铰链。D 的阈值固定为 0.15。',
      apart: true,
    },
    { formula: ['阈值 = *H*~upper~ + 1.5 (*H*~upper~ − *H*~lower~)'] },
    {
      text: '{{#few}}这批芯片不足 5 张：3 或 4 个数里最大的一个不可能超过自己参与定出的阈值，所以距离之和与 KS 距离只列出，不判断。{{/few}}{{^few}}这批芯片的阈值：距离之和 {{distance_threshold}}，KS 距离 {{ks_threshold}}。{{/few}}',
    },
    { heading: '图' },
    { figures: 'all' },
  ],
} as const satisfies DocumentContents;
