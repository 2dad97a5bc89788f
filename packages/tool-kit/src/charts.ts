/**
 * Kinds of figure; a folder each in `packages/figures/src/kinds`, whose layout tells the roles of tables and columns.
 */
export const CHARTS = [
  'volcano',
  'heatmap',
  'ma',
  'pca',
  'histogram',
  'box',
  'density',
  'bars',
  'mean-sd',
  'dispersion',
  'scatter',
  'comparison',
  'km',
  'ratios',
  'forest',
  'running-score',
  'network',
  'upset',
  'venn',
  'dots',
  'term-bars',
  'ridge',
  'term-map',
  'chord',
  'curve-bands',
  'risk-plot',
  'paths',
  'importance',
] as const;
export type Chart = (typeof CHARTS)[number];
