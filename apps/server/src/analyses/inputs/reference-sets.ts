import { ORGANISM_TITLES, ORGANISMS } from '@oncoloom/contract';
import { ALL_SUBSETS, type CompleteRequest, type ReferenceSetsParameter, type ToolDefinition } from '@oncoloom/tool-kit';
import { fieldError } from '../../platform/errors.ts';
import { describeCollections } from './gene-set-collection.ts';
import type { Described, ResolvedKind, Sources } from './kind.ts';

interface AskedReference {
  tool: ToolDefinition;
  field: string;
  parameter: ReferenceSetsParameter;
  values: CompleteRequest['values'];
}

/** The newest installed collections of a family that other parameters choose. Throws 422 where there is none. */
export async function referenceCollections(
  sources: Pick<Sources, 'geneSets' | 'storage'>,
  { tool, field, parameter, values }: AskedReference,
): Promise<Described> {
  const organism = ORGANISMS.find((one) => one === values[parameter.organism]) ?? 'hsa';
  const subset = values[parameter.subset];
  const installed = await sources.geneSets.newest(parameter.family, organism);
  const chosen = installed.filter((one) => subset === ALL_SUBSETS || one.subset === subset);
  if (chosen.length > 0)
    return describeCollections(sources, { field, parameter }, chosen, { request: { from: 'reference' }, several: true });
  const { label = '' } = tool.parameters[parameter.organism] ?? {};
  const missing = `这台服务器没有安装${ORGANISM_TITLES[organism]}的「${parameter.label}」`;
  throw fieldError(parameter.organism, `${missing}。请换一个「${label}」，或联系管理员安装：命令在服务器的运行状态页（/status）`);
}

/** Gene sets of the reference, in the release that is installed now. */
export const referenceSets: ResolvedKind<ReferenceSetsParameter> = {
  resolve: (sources, { tool, field, parameter, values }) => referenceCollections(sources, { tool, field, parameter, values }),
};
