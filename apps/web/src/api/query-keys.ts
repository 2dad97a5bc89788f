import type { ListRequest } from './analyses.ts';
import type { ProjectListRequest } from './projects.ts';

/** Keys of the query cache that more than one part of the page reads or writes. */
export const keys = {
  /** What a request would cost and do; one for each request. */
  estimates: ['estimate'] as const,
  /** What the engine finds in the data of a request. */
  checks: ['check'] as const,
  analysisLists: ['analyses', 'list'] as const,
  analysisList: (request: ListRequest) => ['analyses', 'list', request] as const,
  analysisCounts: ['analyses', 'counts'] as const,
  /** The picture of a result as it was at its last change. */
  thumbnail: (id: number, changed: string) => ['analyses', 'thumbnail', id, changed] as const,
  examplePicture: (taskType: string, option: string | undefined) => ['examples', taskType, option ?? ''] as const,
  analysisPages: ['analyses', 'one'] as const,
  analysis: (id: number) => ['analyses', 'one', id] as const,
  analysisShares: (id: number) => ['analyses', 'shares', id] as const,
  projectShares: (id: number) => ['projects', 'shares', id] as const,
  robustness: (id: number) => ['analyses', 'robustness', id] as const,
  analysisLog: (id: number) => ['analyses', 'log', id] as const,
  files: ['files'] as const,
  series: (accession: string) => ['series', accession] as const,
  seriesFetches: ['series-fetches'] as const,
  file: (id: number) => ['files', 'one', id] as const,
  directories: ['directories'] as const,
  engine: ['engine'] as const,
  figureThemes: ['figure-themes'] as const,
  boards: ['figure-boards', 'list'] as const,
  board: (id: number) => ['figure-boards', 'one', id] as const,
  /** What the user has on a gene; one of them. */
  geneReports: (gene: string) => ['gene-reports', gene] as const,
  geneReport: (id: number) => ['gene-report', id] as const,
  projects: ['projects'] as const,
  projectList: (request: ProjectListRequest) => ['projects', 'list', request] as const,
  project: (id: number) => ['projects', 'one', id] as const,
  rerun: (id: number) => ['projects', 'rerun', id] as const,
  lineage: (id: number) => ['projects', 'lineage', id] as const,
  profile: ['profile'] as const,
  sessions: ['sessions'] as const,
  subscription: ['subscription'] as const,
  ledger: ['ledger'] as const,
  referral: ['referral'] as const,
  note: ['note'] as const,
  support: ['support'] as const,
  platforms: ['platforms'] as const,
  geneSets: ['gene-sets'] as const,
  signatures: ['signatures'] as const,
  cohorts: ['cohorts'] as const,
  entries: (analysisId: number, table: string, column: string) => ['entries', analysisId, table, column] as const,
  genes: (asked: string) => ['genes', 'like', asked] as const,
  usualNames: ['genes', 'usual'] as const,
  gene: (name: string) => ['genes', 'one', name] as const,
};
