import { FAMILIES, type Family } from '@oncoloom/contract';
import { type MenuEntry, menu } from '@oncoloom/tools/menu';
import { countOf, oncePerTool, toolsOf } from '../base/families.ts';
import { searchTools } from './search-tools.ts';

const FAMILY_TEXTS: Record<Family, string> = {
  tcga: '公共队列，不需要自己的数据',
  bulk: '分析自己的表达矩阵',
  plotting: '把现成结果画成图',
};

export interface Category {
  family: Family;
  text: string;
  count: number;
}

/** The families that have tools. */
export function categories(tools: readonly MenuEntry[] = menu): Category[] {
  return FAMILIES.map((family) => ({
    family,
    text: FAMILY_TEXTS[family],
    count: countOf(toolsOf(family, tools)),
  })).filter(({ count }) => count > 0);
}

/** What is offered before anything is typed: five tools at most, in their order. */
export function popularTools(tools: readonly MenuEntry[] = menu): MenuEntry[] {
  const place = ({ popular }: MenuEntry) => popular ?? Number.POSITIVE_INFINITY;
  return oncePerTool(tools.filter(({ popular }) => popular !== null)).sort((a, b) => place(a) - place(b));
}

/** Words that people look for, the usual ones first. */
const WORDS = ['差异', '生存', '富集', '火山图', '热图', '芯片', '聚类', 'limma', '差异基因'];
const SUGGESTIONS = 3;

/** Words to try instead of one that finds nothing: they do find something. */
export function suggestions(tools: readonly MenuEntry[] = menu): string[] {
  return WORDS.filter((word) => searchTools(tools, word).length > 0).slice(0, SUGGESTIONS);
}
