import { COMPARED_NAMES_MAX, type Comparison, type Rerun, type RerunChanges } from '@oncoloom/contract';
import { clauseHolds, type Product, productOf, type ToolDefinition, tellTool } from '@oncoloom/tool-kit';
import { numberOf, tableColumns } from '../../analyses/results/table-columns.ts';
import type { AnalysesService } from '../../analyses/service.ts';
import type { AnalysisRecord } from '../../analyses/tables.ts';
import type { ToolRegistry } from '../../analyses/tools.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Storage } from '../../storage/storage.ts';
import { changedSentences, comparedFigures } from './changes.ts';

interface Parts {
  storage: Storage;
  analyses: Pick<AnalysesService, 'completed'>;
  tools: Pick<ToolRegistry, 'require'>;
}

/** What of a result is not the same in another run. */
export type Changed = Pick<RerunChanges['steps'][number], 'sentences' | 'tables' | 'figures'>;

/** A list that a result holds: the column of its names, and what a row has to pass. */
interface List {
  what: string;
  table: string;
  name: string;
  rows: readonly Parameters<typeof clauseHolds>[0][];
}

/** Lists with a cut-off of the run's own: what changes sides of it is what a paper says otherwise. */
function listsOf({ produces }: Pick<ToolDefinition, 'produces'>): List[] {
  const genes = productOf({ produces }, 'gene_list');
  const lists = produces.flatMap((product: Product): List[] => {
    if (product.what === 'gene' || product.what === 'matrix' || product === genes) return [];
    const { rows = [], table, columns } = product;
    const [name, what] = 'gene' in columns ? [columns.gene, '基因'] : 'set' in columns ? [columns.set, '基因集'] : [undefined, ''];
    return name === undefined || rows.length === 0 ? [] : [{ what: `过阈值的${what}`, table, name, rows }];
  });
  if (genes !== undefined) lists.push({ what: '名单里的基因', table: genes.table, name: genes.columns.gene, rows: genes.rows ?? [] });
  // A comparison may be a list as well, of the same rows.
  return lists.filter((list, i) => lists.findIndex(({ table, name }) => table === list.table && name === list.name) === i);
}

/** What of a list came, went and stayed; names in the order of their list. */
export function compareNames(before: readonly string[], after: readonly string[]): Omit<Comparison['lists'][number], 'what'> {
  const [old, now] = [new Set(before), new Set(after)];
  const only = (these: ReadonlySet<string>, those: ReadonlySet<string>) => {
    const names = [...these].filter((name) => name !== '' && !those.has(name));
    return { count: names.length, names: names.slice(0, COMPARED_NAMES_MAX) };
  };
  return { stayed: [...now].filter((name) => name !== '' && old.has(name)).length, came: only(now, old), went: only(old, now) };
}

/** Analyses beside those in whose place they were run. */
export class Comparisons {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** What a run found otherwise than an earlier one of the same tool. Throws 404, 409 where one is not completed, 422 for two tools. */
  async compare(userId: number, oldId: number, newId: number): Promise<Comparison> {
    const { analyses, tools } = this.#parts;
    const [before, after] = [await analyses.completed(userId, oldId), await analyses.completed(userId, newId)];
    if (before.taskType !== after.taskType) throw new ApiError(422, '两次分析用的不是同一个工具，不能比较。请选同一个工具的两次分析');
    const tool = tools.require(after.taskType);
    const told = tellTool(tool, 'zh', after.result?.rowSubject ?? 'gene');
    const tableOf = ({ result }: AnalysisRecord, id: string) => result?.tables.find((table) => table.id === id);
    const ids = [...new Set([before, after].flatMap(({ result }) => result?.tables.map(({ id }) => id) ?? []))];
    const lists: Comparison['lists'] = [];
    for (const list of listsOf(tool)) {
      const [old, now] = [await this.#names(before, list), await this.#names(after, list)];
      if (old !== undefined && now !== undefined) lists.push({ what: list.what, ...compareNames(old, now) });
    }
    return {
      old: headOf(before),
      new: headOf(after),
      tables: ids.map((id) => {
        const [old, now] = [tableOf(before, id), tableOf(after, id)];
        return {
          id,
          title: told.tables[id]?.title ?? id,
          same: old !== undefined && old.sha256 === now?.sha256,
          rows: { old: old?.rows ?? null, new: now?.rows ?? null },
        };
      }),
      figures: comparedFigures(tool, before, after),
      sentences: changedSentences(tool, before, after),
      lists,
    };
  }

  /** What is not the same: sentences, and titles of tables and figures. Throws as `compare`. */
  async changed(userId: number, oldId: number, newId: number): Promise<Changed> {
    const { sentences, tables, figures } = await this.compare(userId, oldId, newId);
    const titles = (list: readonly { title: string; same: boolean }[]) => list.flatMap(({ title, same }) => (same ? [] : [title]));
    return { sentences, tables: titles(tables), figures: titles(figures) };
  }

  /** What a re-run has changed: of each of its completed steps, the sentences, tables and figures that are not the same. A step whose old run was deleted is left out. */
  async changes(userId: number, steps: Rerun['steps']): Promise<RerunChanges> {
    const changed: RerunChanges['steps'] = [];
    for (const { old, new: now, name, status } of steps) {
      if (now === null || status !== 'completed') continue;
      const found = await this.changed(userId, old, now).catch((error: unknown) => {
        if (error instanceof ApiError && error.status < 500) return undefined;
        throw error;
      });
      if (found !== undefined) changed.push({ old, new: now, name, ...found });
    }
    return { steps: changed };
  }

  /** The names of a list; undefined where the result has no such table. */
  async #names({ result, values }: AnalysisRecord, { table: id, name, rows }: List): Promise<string[] | undefined> {
    const table = result?.tables.find((one) => one.id === id);
    if (table === undefined) return undefined;
    const [names = [], ...cells] = await tableColumns(this.#parts.storage, table.sha256, [name, ...rows.map(({ column }) => column)]);
    return names.filter((_, i) => rows.every((clause, at) => clauseHolds(clause, numberOf(cells[at]?.[i]), values)));
  }
}

function headOf({ id, headline, finishedAt, toolVersion }: AnalysisRecord): Comparison['old'] {
  return { id, headline, finished: finishedAt?.toISOString() ?? null, tool_version: toolVersion };
}
