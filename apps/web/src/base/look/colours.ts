/** What has the same meaning in both; antd's theme and all style sheets take their colours from here. */
const LIGHT = {
  ink: '#16242b',
  'ink-2': '#44545c',
  'ink-3': '#5f6f77',
  placeholder: '#66757d',
  control: '#84929a',
  line: '#e4e9eb',
  'line-2': '#cfd8db',
  page: '#f6f8f8',
  card: '#ffffff',
  /** Floats over a card. */
  raised: '#ffffff',
  soft: '#fbfcfc',
  /** Ground of what is neither chosen nor pressed: tags, tracks of switches. */
  neutral: '#eef2f3',
  accent: '#0b6e69',
  'accent-hover': '#095b57',
  'accent-tint': '#eaf4f3',
  /** Text on the accent, and on the colours of failure and success. */
  'on-accent': '#ffffff',
  ring: '#cde5e2',
  done: '#25744a',
  failed: '#b42318',
  'failed-tint': '#fdf2f0',
  'failed-line': '#f3cfc9',
  warning: '#8a5200',
  'warning-tint': '#fff8ea',
  'warning-line': '#f0ddb4',
  'up-text': '#c3213a',
  'down-text': '#3b4fc4',
  /** Bars that count without a meaning of their own. */
  bar: '#8fa1a9',
} as const;

export type Colours = Readonly<Record<keyof typeof LIGHT, string>>;
export const SCHEMES = ['light', 'dark'] as const;
export type Scheme = (typeof SCHEMES)[number];

const DARK: Colours = {
  ink: '#e6edef',
  'ink-2': '#b7c4c9',
  'ink-3': '#98a8af',
  placeholder: '#93a2a9',
  control: '#72838b',
  line: '#2a383d',
  'line-2': '#3b4b51',
  page: '#10181b',
  card: '#172125',
  raised: '#1e2a2f',
  soft: '#1b272b',
  neutral: '#26343a',
  accent: '#56bdb4',
  'accent-hover': '#79d0c8',
  'accent-tint': '#17332f',
  'on-accent': '#06211f',
  ring: '#1f4f4b',
  done: '#63c38d',
  failed: '#f4948a',
  'failed-tint': '#35201e',
  'failed-line': '#5c332d',
  warning: '#e2ad55',
  'warning-tint': '#31291a',
  'warning-line': '#574529',
  'up-text': '#ff8f99',
  'down-text': '#9dacff',
  bar: '#6b7d85',
};

export const COLOURS: Readonly<Record<Scheme, Colours>> = { light: LIGHT, dark: DARK };

const variables = (colours: Colours): string =>
  Object.entries(colours)
    .map(([name, value]) => `--${name}:${value};`)
    .join('');

/**
 * Style rules that name the colours: `var(--ink)`. Whatever is `on-white` keeps the light ones: a figure is drawn for paper, and what is written
 * around it there has to be read on white, too.
 */
export const COLOUR_RULES = [
  `:root{color-scheme:light;${variables(LIGHT)}}`,
  `:root[data-scheme=dark]{color-scheme:dark;${variables(DARK)}}`,
  `.on-white{color-scheme:light;color:var(--ink);background:#fff;${variables(LIGHT)}}`,
].join('\n');
