import type { NoComparison, SurvivalProposal } from '@oncoloom/tool-kit';

/** What a reader of a series' metadata would answer; counted in the files of the shared folder and written down beside them. */
export interface SeriesAnswer {
  /** The first comparison; null: the samples are of one kind, and only outcomes or degrees differ. */
  comparison: { columns: readonly string[]; sides: readonly [cases: number, reference: number]; reference: RegExp; groups?: number } | null;
  /** Pairs between the sides; absent: there are none. */
  pairs?: number;
  /** Patients with several samples in a group of the first comparison; absent: none that the words tell. */
  repeated?: number;
  /** Are the values logarithms? Absent: neither values nor texts tell. */
  logged?: boolean;
  refused?: NoComparison['why'];
  /** Samples of the first comparison that take no part in it. */
  leftOut?: number;
  batches?: readonly { column: string; removed: boolean }[];
  survival?: readonly Pick<SurvivalProposal, 'endpoint' | 'time' | 'status' | 'unit' | 'event' | 'events' | 'known'>[];
  covariates?: readonly string[];
  /** Of those, the ones that a model can tell from the first comparison. */
  adjustable?: readonly string[];
  /** Values of the column that no comparison may be made of. */
  neverGroups?: readonly string[];
}

const TITLE = ['样本标题（去掉编号）', '样本标题'];

export const SERIES_ANSWERS: Readonly<Record<string, SeriesAnswer>> = {
  GSE103227: { comparison: { columns: ['diagnosis'], sides: [5, 5], reference: /^normal$/ }, logged: true },
  GSE4107: {
    comparison: { columns: TITLE, sides: [12, 10], reference: /healthy control/ },
    logged: false,
    covariates: ['Gender', 'Age'],
    adjustable: ['Gender', 'Age'],
  },
  GSE83521: { comparison: { columns: ['tissue'], sides: [6, 6], reference: /^gastric mucosa tissue$/ }, pairs: 6, logged: true },
  GSE89143: { comparison: { columns: ['tissue', '来源'], sides: [3, 3], reference: /paracancerous/ }, pairs: 3, logged: false },
  GSE270705: { comparison: { columns: ['tissue', '来源'], sides: [3, 3], reference: /BPH/ }, logged: false },
  'GSE26903-GPL91': { comparison: null, refused: 'one-sample-a-group', logged: false },
  'GSE26903-GPL96': { comparison: { columns: ['treatment'], sides: [3, 3], reference: /^Vehicle Control$/, groups: 4 }, logged: false },
  GSE30521: { comparison: { columns: ['gleason score', '来源'], sides: [18, 5], reference: /normal/i }, logged: true },
  GSE13949: { comparison: null, refused: 'time-course', logged: false },
  // Of the six that the descriptions say to have several samples 27 and 45 have one in each group.
  GSE2018: { comparison: { columns: ['说明（括号里）'], sides: [7, 27], reference: /^Non-acute rejection$/ }, repeated: 4, logged: false },
  GSE2111: { comparison: { columns: [...TITLE, '说明'], sides: [4, 4], reference: /^Control$/, groups: 3 }, logged: false },
  GSE4229: {
    comparison: { columns: ['特征（第 1 段）'], sides: [18, 22], reference: /^Normal elderly control$/ },
    logged: false,
    covariates: ['特征（第 2 段）'],
    adjustable: ['特征（第 2 段）'],
  },
  'GSE1299-GPL91': {
    comparison: { columns: ['来源'], sides: [2, 2], reference: /^Human Mammary Epithelial Cells$/, groups: 3 },
    logged: true,
  },
  'GSE1299-GPL96': {
    comparison: { columns: ['来源'], sides: [2, 2], reference: /^Human Mammary Epithelial Cells$/, groups: 3 },
    logged: true,
  },
  'GSE1299-GPL97': {
    comparison: { columns: ['来源'], sides: [2, 2], reference: /^Human Mammary Epithelial Cells$/, groups: 3 },
    logged: true,
  },
  'GSE1299-GPL875': { comparison: null, refused: 'ratios', logged: true },
  'GSE8872-GPL91': { comparison: { columns: ['treatment'], sides: [8, 8], reference: /^contralateral$/ }, pairs: 8, logged: false },
  'GSE8872-GPL8300': { comparison: { columns: ['treatment'], sides: [4, 4], reference: /^control$/, groups: 3 }, pairs: 4, logged: false },
  GSE17536: {
    comparison: null,
    logged: true,
    neverGroups: ['overall_event (death from any cause)'],
    covariates: ['gender', 'age', 'ajcc_stage', 'grade', 'ethnicity'],
    survival: [
      {
        endpoint: 'OS',
        time: 'overall survival follow-up time',
        status: 'overall_event (death from any cause)',
        unit: 'month',
        event: ['death'],
        events: 73,
        known: 177,
      },
      {
        endpoint: 'DSS',
        time: 'dss_time',
        status: 'dss_event (disease specific survival; death from cancer)',
        unit: 'month',
        event: ['death'],
        events: 55,
        known: 177,
      },
      {
        endpoint: 'RFS',
        time: 'dfs_time',
        status: 'dfs_event (disease free survival; cancer recurrence)',
        unit: 'month',
        event: ['recurrence'],
        events: 36,
        known: 145,
      },
    ],
  },
  GSE39582: {
    comparison: { columns: ['mmr.status'], sides: [75, 444], reference: /^pMMR$/ },
    leftOut: 47,
    logged: true,
    neverGroups: ['dataset', 'normalizationcombatbatch', 'rna.extraction.method', 'rfs.event'],
    batches: [
      { column: 'normalizationcombatbatch', removed: true },
      { column: 'rna.extraction.method', removed: true },
    ],
    survival: [{ endpoint: 'RFS', time: 'rfs.delay', status: 'rfs.event', unit: 'month', event: ['1'], events: 177, known: 557 }],
  },
  GSE28702: {
    comparison: { columns: ['mfolfox6'], sides: [42, 41], reference: /^non-responder$/ },
    logged: false,
    neverGroups: ['type'],
    covariates: ['gender', 'location'],
    adjustable: ['gender', 'location'],
  },
  GSE12945: {
    comparison: null,
    logged: true,
    neverGroups: ['Death', 'Rezidiv'],
    covariates: ['Gender', 'AgeAtDiagnosis', 'UICC', 'Grading'],
    survival: [
      { endpoint: 'OS', time: 'OverallSurvival_months', status: 'Death', unit: 'month', event: ['1'], events: 12, known: 62 },
      // Of the 8 recurrences 3 have no time.
      { endpoint: 'RFS', time: 'TumorFreeSurvival_months', status: 'Rezidiv', unit: 'month', event: ['1'], events: 5, known: 51 },
    ],
  },
  GSE18105: {
    comparison: { columns: ['tissue'], sides: [17, 17], reference: /^normal, homogenized$/ },
    pairs: 17,
    leftOut: 77,
    logged: true,
  },
  GSE37317: {
    comparison: { columns: ['muscle invasion'], sides: [11, 8], reference: /^non-muscle invasive$/ },
    logged: true,
    covariates: ['tumor stage'],
    // The stage is how the groups were told apart.
    adjustable: [],
  },
};
