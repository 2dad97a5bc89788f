import type { AnalysisResult, MatrixFacts, RowSubject } from '@oncoloom/contract';
import { type AnyTool, type Capability, fitsMatrix, productOf } from '@oncoloom/tool-kit';
import { type MenuEntry, toolPages } from '@oncoloom/tools/menu';

/** What is known of the result that is gone on from. */
export interface Reached {
  family: string;
  /** Of the matrix that it holds, where it does. */
  matrix: MatrixFacts | undefined;
  /** What the rows of its tables are. */
  rows: RowSubject;
  /** Tables without rows: of a model that was not made nobody goes on. */
  empty?: ReadonlySet<string>;
  /** In the place of one gene the run looked at a score of several. */
  scored?: boolean;
}

/** As what other tools take a product of this result. */
export function heldAs({ what }: AnyTool['produces'][number], { scored = false }: Reached): Capability {
  return what === 'gene' && scored ? 'gene_score' : what;
}

/** The tables of a result that have no rows. */
export function emptyTables(result: Pick<AnalysisResult, 'tables'> | null): ReadonlySet<string> {
  return new Set((result?.tables ?? []).filter(({ rows }) => rows === 0).map(({ id }) => id));
}

/** The matrix of a result that goes on as the next tool's input. */
export function matrixOf(tool: Pick<AnyTool, 'produces'>, result: Pick<AnalysisResult, 'tables'> | null): MatrixFacts | undefined {
  const product = productOf(tool, 'matrix') ?? productOf(tool, 'score_matrix') ?? productOf(tool, 'coexpression_input');
  return result?.tables.find(({ id }) => id === product?.table)?.matrix ?? undefined;
}

/** The product that a tool takes, by its place among those of the result; -1 where it takes none. */
function placeOf({ accepts, produces, matrixRefusals }: MenuEntry, tool: AnyTool, reached: Reached): number {
  const { matrix, empty } = reached;
  return tool.produces.findIndex((product) => {
    if (!accepts.includes(heldAs(product, reached))) return false;
    if (product.what !== 'gene' && empty?.has(product.table) === true) return false;
    if (product.what !== 'gene' && product.notFor?.some((what) => produces.includes(what)) === true) return false;
    return product.what !== 'matrix' || (matrix !== undefined && fitsMatrix(matrixRefusals, matrix));
  });
}

/** Does the tool draw nothing but what the page shows already, out of the same table? */
function isOnPage({ charts }: MenuEntry, tool: AnyTool, place: number): boolean {
  const product = tool.produces[place];
  if (product === undefined || product.what === 'gene' || charts.length === 0) return false;
  const drawn = Object.values(tool.figures).filter(({ tables }) => Object.values(tables).includes(product.table));
  return charts.every((chart) => drawn.some((figure) => figure.chart === chart));
}

/**
 * Tools that go on from a result, by what it holds and they accept, each once and in the result's own family where it stands there. The tool's
 * own plots come first, then by product, the result's family before others, and what stands further down the menu before what stands above it, the
 * nearest first: menus follow the way of the work.
 */
export function followUps(tool: AnyTool, reached: Reached, pages: readonly MenuEntry[] = toolPages): MenuEntry[] {
  const here = pages.findIndex(({ taskType, family }) => taskType === tool.taskType && family === reached.family);
  const found = pages.flatMap((entry, at) => {
    if (entry.taskType === tool.taskType) return [];
    const away = entry.family === reached.family ? 0 : 1;
    if (entry.partOf === tool.taskType) return [{ entry, order: [-1, away, 0, at] }];
    const place = placeOf(entry, tool, reached);
    if (place === -1 || isOnPage(entry, tool, place)) return [];
    return [{ entry, order: [place, away, at < here ? 1 : 0, at < here ? -at : at] }];
  });
  const sorted = found.toSorted((a, b) => a.order.map((value, i) => value - (b.order[i] ?? 0)).find((difference) => difference !== 0) ?? 0);
  return sorted.map(({ entry }) => entry).filter((entry, i, all) => all.findIndex(({ taskType }) => taskType === entry.taskType) === i);
}
