/** What goes from one result into which parameter of another tool, as the two declarations say. */

import { singleGene } from '../cohorts/single-gene.ts';
import type { ToolDefinition } from '../declaration/define-tool.ts';
import type { Parameter } from '../declaration/parameters.ts';
import type { FileParameter } from '../kinds/file.ts';
import { type Capability, LIST_SOURCES, type Product, RANKING_SOURCES } from './capabilities.ts';

/** A parameter that takes the place of an earlier result; `ofParent`: the table of the result that a part is drawn from. */
interface Acceptance {
  field: string;
  what: readonly Capability[];
  ofParent?: string;
}

/** The matrices of results that a file stands for. */
export const matricesTaken = ({ accepts = ['matrix'] }: Pick<FileParameter, 'accepts'>): readonly Capability[] => accepts;

/** What of an earlier result a parameter takes. Who takes files with expression takes matrices of results. */
function acceptedBy(field: string, parameter: Parameter, gene: string | undefined): Acceptance {
  if (parameter.kind === 'analysis') {
    const { accepts = [], ofParent } = parameter;
    return { field, what: accepts, ...(ofParent === undefined ? {} : { ofParent }) };
  }
  if (parameter.kind === 'gene-list' && parameter.source !== undefined) return { field, what: LIST_SOURCES };
  if (parameter.kind === 'gene-sets') return { field, what: LIST_SOURCES };
  if (parameter.kind === 'ranked-genes' && parameter.source !== undefined) return { field, what: RANKING_SOURCES };
  if (parameter.kind === 'genes' && parameter.accepts !== undefined) return { field, what: parameter.accepts };
  if ((parameter.kind === 'file' || parameter.kind === 'files') && parameter.fileTypes.includes('expression'))
    return { field, what: parameter.kind === 'file' ? matricesTaken(parameter) : ['matrix'] };
  return { field, what: field === gene ? ['gene'] : [] };
}

/** The parameters of a tool that earlier results can fill, in their order. */
export function acceptancesOf({ parameters }: Pick<ToolDefinition, 'parameters'>): Acceptance[] {
  const gene = singleGene(parameters)?.gene;
  return Object.entries(parameters)
    .map(([field, parameter]) => acceptedBy(field, parameter, gene))
    .filter(({ what, ofParent }) => what.length > 0 || ofParent !== undefined);
}

/** What goes from a result into a parameter. */
interface Handover {
  field: string;
  /** Undefined for a part, which reads whatever table of its parent it names. */
  product: Product | undefined;
  /** Undefined for a single gene. */
  table: string | undefined;
}

/**
 * How another tool goes on from a result: the first parameter that takes something of it, and what. Undefined where none does.
 *
 * @param only this parameter, where the request has named it.
 */
export function handoverOf(
  source: Pick<ToolDefinition, 'taskType' | 'produces'>,
  target: Pick<ToolDefinition, 'parameters' | 'partOf'>,
  only?: string,
): Handover | undefined {
  for (const { field, what, ofParent } of acceptancesOf(target)) {
    if (only !== undefined && field !== only) continue;
    if (ofParent !== undefined && target.partOf === source.taskType) return { field, product: undefined, table: ofParent };
    const product = source.produces.find((one) => what.includes(one.what));
    if (product !== undefined) return { field, product, table: product.what === 'gene' ? undefined : product.table };
  }
  return undefined;
}
