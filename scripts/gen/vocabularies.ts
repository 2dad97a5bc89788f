import {
  COMPARED_GROUPS,
  CORRELATION_TESTS,
  type Codes,
  CUT_WAYS,
  CUTOFF_SIDES,
  ENDPOINTS,
  EXPRESSION_SIDES,
  GENE_MATCHES,
  GENE_PANEL_NAMES,
  GENE_PANEL_SOURCES,
  GROUP_TESTS,
  HAZARD_UNITS,
  IMMUNE_SCORES,
  LEARNERS,
  MARKER_UNITS,
  MATRIX_SCALES,
  MEASURES,
  RISK_SIDES,
  SCORES,
  SURVIVAL_TESTS,
  TEST_NOTES,
  TEST_WEIGHTS,
  TISSUES,
} from '@oncoloom/tool-kit';

/** Those whose words R puts into sentences, facts and composed cells. */
const NEEDED: Readonly<Record<string, Codes>> = {
  COMPARED_GROUPS,
  CORRELATION_TESTS,
  CUT_WAYS,
  CUTOFF_SIDES,
  ENDPOINTS,
  EXPRESSION_SIDES,
  GENE_MATCHES,
  GENE_PANEL_NAMES,
  GENE_PANEL_SOURCES,
  GROUP_TESTS,
  HAZARD_UNITS,
  IMMUNE_SCORES,
  LEARNERS,
  MARKER_UNITS,
  MATRIX_SCALES,
  MEASURES,
  RISK_SIDES,
  SCORES,
  SURVIVAL_TESTS,
  TEST_NOTES,
  TEST_WEIGHTS,
  TISSUES,
};

/** Vocabularies of columns as R's named vectors, in Chinese. */
export function vocabularySource(note: string): string {
  const vectors = Object.entries(NEEDED).map(([name, codes]) => {
    const words = Object.entries(codes).map(([code, { zh }]) => `  ${/^\w+$/.test(code) ? code : `"${code}"`} = "${zh}"`);
    return `${name} <- c(\n${words.join(',\n')}\n)\n`;
  });
  return `# ${note}\n\n${vectors.join('\n')}`;
}
