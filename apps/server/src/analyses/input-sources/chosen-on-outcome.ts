import { genesOfColumn, productOf } from '@oncoloom/tool-kit';
import type { Sources } from '../inputs/kind.ts';
import { tableColumns } from '../results/table-columns.ts';
import type { AnalysisRecord, UsedInput } from '../tables.ts';

/**
 * How genes came to be chosen on the outcome of patients that are looked at again, and by a screen out of which genes. A comparison of groups of the
 * same samples brings what it tested by itself; it has chosen on the outcome where groups are what is foretold.
 */
type ChosenOnOutcome = { chosenBy: 'screen'; universe: string[] } | { chosenBy: 'model' | 'comparison' } | Record<string, never>;

/**
 * Whether an earlier result has chosen its genes by looking at the survival of the patients that this request reads, too: a validation must then
 * repeat the choice, or say that it does not.
 *
 * @param before The inputs of the request that stand before the list.
 */
export async function chosenOnOutcome(
  { tools, storage }: Pick<Sources, 'tools' | 'storage'>,
  source: AnalysisRecord,
  before: readonly UsedInput[],
): Promise<ChosenOnOutcome> {
  const tool = tools.get(source.taskType);
  if (tool === undefined || !readsSame(source, before)) return {};
  const screen = productOf(tool, 'hazard_ratios') ?? productOf(tool, 'survival_screen');
  const table = source.result?.tables.find(({ id }) => id === screen?.table);
  if (screen !== undefined && table !== undefined) {
    const [genes = []] = await tableColumns(storage, table.sha256, [screen.columns.gene]);
    return { chosenBy: 'screen', universe: genesOfColumn(genes) };
  }
  if (productOf(tool, 'differential_genes') !== undefined) return { chosenBy: 'comparison' };
  return productOf(tool, 'survival_model') === undefined && productOf(tool, 'binary_model') === undefined ? {} : { chosenBy: 'model' };
}

/** Has an analysis read a matrix or a cohort that a request reads, too? */
function readsSame({ inputs }: AnalysisRecord, before: readonly UsedInput[]): boolean {
  return before.some(
    ({ type, sha256, cohort }) =>
      (type === 'matrix' && inputs.some((read) => read.sha256 === sha256)) ||
      (cohort !== undefined && inputs.some((read) => read.cohort?.code === cohort.code)),
  );
}
