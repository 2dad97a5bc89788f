/** Constants that the specification fixes. Server, browser and tests read them from here and nowhere else. */

/** A JSON call of the browser gives up after this long, ms. */
export const REQUEST_TIMEOUT_MS = 10_000;
/** Uploads and file transfers may be idle this long, ms. */
export const TRANSFER_IDLE_TIMEOUT_MS = 60_000;
/** How long an error toast stays, ms. */
export const ERROR_TOAST_MS = 5_000;

export const MOBILE_BREAKPOINT_PX = 992;
export const SIDEBAR_WIDTH_PX = 210;

export const LIVE_RETRIES = 3;
export const LIVE_RETRY_DELAY_MS = 3_000;
/** Finished updates older than this leave the browser's cache, ms. */
export const TASK_CACHE_RETENTION_MS = 5 * 60_000;
export const TASK_CACHE_MAX = 50;
export const TASK_CACHE_CLEANUP_MS = 60_000;
/** Completed live tasks are dropped this long after a navigation, ms. */
export const COMPLETED_CLEAR_DELAY_MS = 100;
/** While the live channel is down, running rows are asked for this often, ms. */
export const LIVE_FALLBACK_POLL_MS = 10_000;
/** After the retries are used up, the channel opens again this often, ms. */
export const LIVE_REOPEN_MS = 60_000;
/** At most this many messages a second for one task. */
export const LIVE_MESSAGES_PER_SECOND = 5;

export const FIRST_PAGE = 1;
export const DEFAULT_PAGE_SIZE = 10;
export const PAGE_SIZES = [10, 20, 50, 100] as const;
/** Task types whose lists are longer unless a caller says otherwise. */
export const LONG_LISTS: Readonly<Record<string, number>> = { correlation_scatterplot: 50, rna_seq_conversion: 50 };
export const FILE_PAGE_SIZE = 20;
export const OPERATION_HISTORY_MAX = 50;

export const TASK_NAME_MAX = 80;
/** A link to a result lives so long unless its maker says otherwise; at most ten years, or until it is revoked. */
export const SHARE_DAYS = 90;
export const SHARE_DAYS_MAX = 3650;
/** Living links of one result. */
export const SHARES_MAX = 20;
export const DOWNLOAD_TOKEN_MINUTES = 10;
export const WS_TOKEN_SECONDS = 60;
export const SESSION_DAYS = 7;
/** A session that nobody uses ends earlier. */
export const SESSION_IDLE_HOURS = 24;
/** What a password needs; no kinds of characters are asked for. */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 72;

export const USER_TYPES = ['new', 'trial', 'pay'] as const;
export type UserType = (typeof USER_TYPES)[number];

/** A month of a plan is 30 days. Prices in yuan. */
export const PLANS = [
  { id: 'month', title: '1 个月', price: 49, points: 600, days: 30, popular: false, recommended: false },
  { id: 'quarter', title: '3 个月', price: 99, points: 2000, days: 90, popular: true, recommended: false },
  { id: 'half-year', title: '6 个月', price: 189, points: 4000, days: 180, popular: false, recommended: true },
  { id: 'year', title: '1 年', price: 299, points: 8000, days: 365, popular: false, recommended: false },
] as const;
export type PlanId = (typeof PLANS)[number]['id'];
/** Once per account. */
export const TRIAL_CARD = { id: 'trial', title: '体验卡', points: 100, days: 7 } as const;

/** Four groups of four capital letters or digits. */
export const CARD_CODE = /^[A-Z0-9]{4}(-[A-Z0-9]{4}){3}$/;
/** Letters and digits of a card code, without the hyphens. */
export const CARD_LENGTH = 16;
export const CARD_GROUP = 4;
export const CARD_EMPTY = '请输入卡密';
export const CARD_WRONG = '卡密格式不对。应为四组、每组四位字母或数字，如 K7QF-2M9X-TB4C-8RWE。';

/** To both sides, once the invited address is verified. */
export const REFERRAL_POINTS = 50;
/** So many of these rewards an account gets at most. */
export const REFERRAL_MAX = 20;
export const NOTE_POINTS = 50;
export const VERIFY_TOKEN_HOURS = 24;
export const RESET_TOKEN_MINUTES = 60;
/** A deletion of an account can be taken back for so long. */
export const DELETION_DAYS = 7;
/** Results are kept at least so long after they were last looked at. */
export const RESULT_DAYS: Readonly<Record<UserType, number>> = { new: 90, trial: 90, pay: 730 };
/** A file of a public cohort costs so many points, once in so many hours. */
export const COHORT_FILE_POINTS = 20;
export const COHORT_FILE_HOURS = 24;
/** A picture as a data URL, characters. */
export const AVATAR_MAX = 90_000;
/** The terms and the privacy page that registration agrees to. */
export const TERMS_VERSION = '2026-11';

export const SEARCH_RESULTS_MAX = 20;

/** What a new account starts with. */
export const SIGN_UP_POINTS = 60;
export const SIGN_UP_POINTS_DAYS = 30;

/** The specification's colours; data marks only, never text. */
export const COLOURS = {
  tumor: '#ff4757',
  normal: '#546de5',
  up: '#ff4757',
  down: '#546de5',
  noChange: '#d2dae2',
  lowHr: '#377eb8',
  highHr: '#e41a1c',
  kmHigh: '#D55E00',
  kmLow: '#0072B2',
} as const;

/** Colours of groups beyond a comparison, in the order in which they take them: Okabe–Ito, then Tol's muted ones. */
export const CATEGORY_COLOURS = [
  '#0072B2',
  '#D55E00',
  '#009E73',
  '#CC79A7',
  '#56B4E9',
  '#E69F00',
  '#000000',
  '#882255',
  '#44AA99',
  '#999933',
  '#AA4499',
  '#DDCC77',
] as const;

/**
 * Colours of more groups than those, such as the cell types of a signature: the same without black, which would be the loudest of them, then colours that lie far from all
 * before them, both as most people see them and with deuteranopia; black last.
 */
export const MANY_COLOURS: readonly string[] = [
  ...CATEGORY_COLOURS.filter((colour) => colour !== '#000000'),
  ...['#555511', '#DDBBBB', '#11EEEE', '#553377', '#BB3333', '#DD7777', '#115533', '#557777'],
  ...['#557755', '#7777DD', '#77DD99', '#555577', '#997755', '#7799BB', '#997799', '#99BBBB'],
  ...['#99BB55', '#DD99DD', '#99BB99', '#115555', '#1155BB', '#117733', '#775555', '#EEBBDD'],
  '#000000',
];
