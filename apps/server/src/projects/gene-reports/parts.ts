import { type Cohort, GENE_REPORT_FOLLOWS, GENE_REPORT_PARTS, type GeneReportPart } from '@oncoloom/contract';
import {
  defaultValues,
  type HoldingCohort,
  handoverOf,
  realOnes,
  type SparseRequest,
  singleGene,
  singleGeneRequest,
  type ToolDefinition,
  usableTogether,
  usableWith,
} from '@oncoloom/tool-kit';

/** The tool that makes a part, and what the part is called in the report. */
const PARTS: Record<GeneReportPart, { taskType: string; title: string }> = {
  expression: { taskType: 'single_gene_differential_expression', title: '肿瘤与正常的表达' },
  survival: { taskType: 'survival_analysis', title: '总生存' },
  progression: { taskType: 'pfs_analysis', title: '无进展间期' },
  cohorts: { taskType: 'pan_cancer_survival', title: '各个癌种的预后' },
  clinical: { taskType: 'clinical_feature_correlation', title: '临床病理特征' },
  immune: { taskType: 'single_gene_tme_diff_analysis', title: '免疫微环境' },
  partners: { taskType: 'coexpression_analysis', title: '共表达的基因' },
  enrichment: { taskType: 'gsea_enrichment', title: '共表达基因的通路' },
};

/** A mean of fewer cohorts says little that each does not. */
const COHORTS_MIN = 3;
/** Menus of public cohorts: a report leads back to these. */
const FAMILY = 'tcga';

/** A part with its tool, and the request that makes it or why there can be none. */
export interface GeneReportWay {
  part: GeneReportPart;
  title: string;
  tool: ToolDefinition;
  /** Of a part that follows another without what it takes of that. */
  way: { request: SparseRequest } | { problem: string };
}

/** What a report on a gene in one of the cohorts that hold it is made of. @param chosen one of `held`. */
export function reportWays(
  require: (taskType: string) => ToolDefinition,
  held: readonly HoldingCohort[],
  chosen: HoldingCohort,
): GeneReportWay[] {
  return GENE_REPORT_PARTS.map((part) => {
    const { taskType, title } = PARTS[part];
    const tool = require(taskType);
    const way =
      GENE_REPORT_FOLLOWS[part] !== undefined ? { request: {} } : part === 'cohorts' ? overCohorts(tool, held) : inCohort(tool, chosen);
    return { part, title, tool, way: 'problem' in way ? way : { request: { ...way.request, task_type: taskType, family: FAMILY } } };
  });
}

export const titleOfPart = (part: GeneReportPart): string => PARTS[part].title;

function fieldsOf(tool: ToolDefinition) {
  const fields = singleGene(tool.parameters);
  if (fields === undefined) throw new Error(`${tool.taskType} looks at no single gene`);
  return fields;
}

function inCohort(tool: ToolDefinition, { cohort, name }: HoldingCohort): GeneReportWay['way'] {
  const fields = fieldsOf(tool);
  const use = usableWith(fields.cohort, cohort, defaultValues(tool));
  return 'problem' in use ? use : { request: { ...use.set, ...singleGeneRequest(fields, [cohort.code], name) } };
}

function overCohorts(tool: ToolDefinition, held: readonly HoldingCohort[]): GeneReportWay['way'] {
  const fields = fieldsOf(tool);
  const cohortOf = ({ cohort }: HoldingCohort): Cohort => cohort;
  // One request names a gene one way.
  const alike = realOnes(held, cohortOf).filter(({ bySymbol }) => bySymbol);
  const { set, cohorts } = usableTogether(fields.cohort, alike.map(cohortOf), defaultValues(tool));
  const [first] = alike;
  if (first === undefined || cohorts.length < COHORTS_MIN) {
    return { problem: `有随访并测到这个基因的队列只有 ${cohorts.length} 个，至少要 ${COHORTS_MIN} 个` };
  }
  const codes = cohorts.map(({ code }) => code);
  return { request: { ...set, ...singleGeneRequest(fields, codes, first.name) } };
}

/** What a part takes of the result that it follows. */
export function following(source: ToolDefinition, target: ToolDefinition, analysisId: number): SparseRequest {
  const field = handoverOf(source, target)?.field;
  const parameter = field === undefined ? undefined : target.parameters[field];
  if (parameter?.kind !== 'ranked-genes' || parameter.source === undefined)
    throw new Error(`${target.taskType} takes nothing of ${source.taskType}`);
  return { [parameter.source.field]: analysisId };
}
