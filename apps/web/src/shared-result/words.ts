import type { ShareLanguage } from '@oncoloom/contract';

/** What the page of a shared result says around it, in both languages. */
const WORDS = {
  language: { zh: '语言', en: 'Language' },
  page: { zh: '分享的分析结果', en: 'Shared result' },
  foot: {
    zh: '由瘤析 OncoLoom 调用领域内通用的 R 软件包计算，参数、版本和引用列在页面下方。仅供科研使用，不用于临床诊断。',
    en: 'Computed by OncoLoom with R packages in common use; methods, versions and references stand at the end of the page. For research use only, not for diagnosis.',
  },
  dead: { zh: '这个链接打不开了', en: 'This link no longer works' },
  deadHelp: { zh: '', en: 'It may have expired or been revoked, or the result was deleted. Please ask for a new link.' },
  failed: { zh: '结果没有取到', en: 'The result could not be loaded' },
  failedHelp: { zh: '', en: 'Please check the connection and try again.' },
  again: { zh: '再取一次', en: 'Try again' },
  bundle: { zh: '下载结果包', en: 'Reproducible bundle (zip, notes in Chinese)' },
  readOnly: {
    zh: '这是给拿到链接的人看的只读结果。',
    en: 'A read-only result for whoever has the link. No account is needed to read it and to download figures and tables.',
  },
  summary: { zh: '结论', en: 'Results' },
  number: { zh: '编号', en: 'No.' },
  finished: { zh: '完成', en: 'finished' },
  figureFailed: { zh: '图没有取到', en: 'The figure could not be loaded.' },
  tableFailed: { zh: '表没有取到', en: 'The table could not be loaded.' },
  matrix: { zh: '', en: 'A matrix, to be downloaded as text.' },
  robustness: { zh: '这个结论站得住吗', en: 'Does it stand?' },
  methods: { zh: '方法', en: 'Methods' },
  references: { zh: '引用', en: 'References' },
  versions: { zh: '版本与输入', en: 'Versions and inputs' },
  seed: { zh: '随机种子', en: 'Random seed' },
  toolVersion: { zh: '工具版本', en: 'Tool version' },
  input: { zh: '输入', en: 'Input' },
  rows: { zh: '行', en: 'rows' },
  columns: { zh: '列', en: 'columns' },
} as const satisfies Record<string, Record<ShareLanguage, string>>;

/** The words of the page in a language. */
export const wordsIn = (language: ShareLanguage) => (word: keyof typeof WORDS) => WORDS[word][language];
