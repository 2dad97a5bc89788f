import type { TimeUnit } from '../inputs/survival-columns.ts';

/** What a rule found; nothing of it holds before the user takes it. */
interface Proposed {
  /** 0–1: how surely the words and values say so; from `TAKEN` on a form may begin with it. */
  score: number;
  /** The column, the words and the counts that say so, as a sentence. */
  evidence: string;
}

/** From this score on groups are plain enough for a form to begin with them. */
export const TAKEN = 0.5;

interface ProposedGroup {
  name: string;
  count: number;
  /** What its word means; '' where the vocabulary has none. */
  zh: string;
}

export interface GroupsProposal extends Proposed {
  kind: 'groups';
  column: string;
  /** The reference, where one is told, stands last. */
  groups: readonly ProposedGroup[];
  reference: string | null;
  /** The first group that is compared with the reference. */
  cases: string | null;
  /** The group of each sample, '' for those that take no part. */
  bySample: readonly string[];
  /** The same with the samples that are proposed to be left out, where they have one of these groups. */
  withLeftOut: readonly string[];
}
/** One number for the samples of a person, of those that have one in both groups. */
export interface PairsProposal extends Proposed {
  kind: 'pairs';
  /** The groups that are paired: `column` of their proposal. */
  of: string;
  column: string;
  pairs: number;
  bySample: readonly string[];
}
export interface BatchProposal extends Proposed {
  kind: 'batch';
  column: string;
  /** '' where it is not known. */
  bySample: readonly string[];
  batches: number;
  /** The values went through a correction for it already. */
  removed: boolean;
}
export interface SurvivalProposal extends Proposed {
  kind: 'survival';
  endpoint: 'OS' | 'DSS' | 'RFS' | 'PFS' | 'DMFS' | 'EFS';
  /** What the endpoint is called. */
  zh: string;
  time: string;
  unit: TimeUnit;
  status: string;
  /** Values of `status` that are the event, and those that are none. */
  event: readonly string[];
  censored: readonly string[];
  /** By sample, in `unit`, and as the status has it; '' for what is not known. */
  times: readonly string[];
  codes: readonly string[];
  events: number;
  /** Samples with both. */
  known: number;
  /** Why the user is asked which code is the event: `event` is then a guess. */
  asked?: 'doubled' | 'censoring' | 'reversed';
}
export interface LeaveOutProposal extends Proposed {
  kind: 'leave-out';
  samples: readonly string[];
  /** Of each of them. */
  reasons: readonly string[];
  why: 'pool' | 'technical-replicate' | 'other-species' | 'other-assay' | 'marked';
}
/** Samples whose expression contradicts the sex that is written of them. */
export interface SexProposal extends Proposed {
  kind: 'sexes';
  column: string;
  samples: readonly string[];
  /** Of each of them. */
  reasons: readonly string[];
}
/** Persons with several samples in one group. */
export interface RepeatsProposal extends Proposed {
  kind: 'repeats';
  /** The groups: `column` of their proposal. */
  of: string;
  column: string;
  /** The person of each sample. */
  bySample: readonly string[];
  persons: number;
  /** The first sample of each such person and group. */
  samples: readonly string[];
  reasons: readonly string[];
}
export interface LogProposal extends Proposed {
  kind: 'log';
  logged: boolean;
}
export interface CovariateProposal extends Proposed {
  kind: 'covariate';
  column: string;
  bySample: readonly string[];
  what: 'sex' | 'age' | 'stage' | 'person-trait' | 'place';
}
/** How several platforms of one series stand to each other. */
export interface PlatformsProposal extends Proposed {
  kind: 'platforms';
  platforms: readonly string[];
  /** `same-samples`: merged by gene; `other-samples`, `partly`: one is chosen; `lots`: many parts of one design. */
  relation: 'same-samples' | 'other-samples' | 'partly' | 'lots';
  /** The platform to look at first. */
  first: string;
}
export interface NoComparison extends Proposed {
  kind: 'none';
  why: 'time-course' | 'one-sample-a-group' | 'no-metadata' | 'ratios' | 'one-kind';
}

export type Proposal =
  | GroupsProposal
  | PairsProposal
  | BatchProposal
  | SurvivalProposal
  | LeaveOutProposal
  | SexProposal
  | RepeatsProposal
  | LogProposal
  | CovariateProposal
  | NoComparison;
