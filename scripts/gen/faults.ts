import { FAMILY_ROOTS } from '@oncoloom/contract';
import { acceptancesOf, type Capability, singleGene, type ToolDefinition } from '@oncoloom/tool-kit';

/** A declaration and its folder below `tools/`. */
export interface ToolEntry {
  path: string;
  tool: ToolDefinition;
}

/** Two pages at one address, or at one place of a menu: one would never be seen. An alias that is another tool's name would never be reached. */
function sharedPlaces(entries: readonly ToolEntry[]): string[] {
  const places = entries.flatMap(({ path, tool }) => [
    ...[tool.taskType, ...(tool.aliases ?? [])].map((name) => ({ path, what: `the task type ${name}` })),
    ...tool.pages.flatMap(({ family, place, routes }) =>
      [`place ${place} of ${family}`, ...Object.values(routes).map((route) => route.replace(/:\w+/, ':id'))].map((what) => ({
        path,
        what,
      })),
    ),
  ]);
  return places.flatMap(({ path, what }, i) => {
    const before = places.slice(0, i).find((other) => other.what === what);
    return before === undefined ? [] : [`${what} is that of tools/${before.path} and of tools/${path}`];
  });
}

/** A page elsewhere would be under no menu. */
function strayPages({ path, tool }: ToolEntry): string[] {
  const stray = tool.pages.filter(
    ({ family, routes }) => !Object.values(routes).every((route) => route.startsWith(`${FAMILY_ROOTS[family]}/`)),
  );
  return stray.map(({ routes, family }) => `tools/${path}: ${routes.analysis} does not stand below ${FAMILY_ROOTS[family]}`);
}

/** A part's pages stand below those of the tool that it draws from. */
function withoutParent({ path, tool }: ToolEntry, entries: readonly ToolEntry[]): string[] {
  const { partOf } = tool;
  if (partOf === undefined || entries.some((other) => other.tool.taskType === partOf)) return [];
  return [`tools/${path}: ${tool.taskType} draws from the results of ${partOf}, which no folder declares`];
}

/** Products whose table is stored as a matrix, so that the next tool reads it without parsing. */
const MATRICES: readonly Capability[] = ['matrix', 'score_matrix', 'coexpression_input', 'module_network'];

/** A product that names what its table does not have would be offered and then refused. */
function productFaults({ path, tool }: ToolEntry): string[] {
  return tool.produces.flatMap((product): string[] => {
    if (product.what === 'gene') return singleGene(tool.parameters) === undefined ? [`tools/${path} takes no single gene of a cohort`] : [];
    const table = tool.tables[product.table];
    if (table === undefined) return [`tools/${path} produces ${product.what} in the table ${product.table}, which it does not have`];
    if (MATRICES.includes(product.what) && table.matrix !== true) return [`tools/${path}: the table ${product.table} is no matrix`];
    const { comparisons } = product;
    const places: [table: string, columns: string[]][] = [
      [product.table, [...Object.values<string>(product.columns), ...(product.rows ?? []).map(({ column }) => column)]],
      ...(comparisons === undefined
        ? []
        : ([
            [comparisons.table, [...Object.values<string>(product.columns), comparisons.name, comparisons.doubted]],
            [comparisons.counts.table, [comparisons.counts.name, comparisons.counts.count]],
          ] satisfies [string, string[]][])),
    ];
    const absent = places.flatMap(([id, names]) =>
      names
        .filter((name) => tool.tables[id]?.columns.some((column) => column.name === name) !== true)
        .map((name) => `tools/${path} produces ${product.what} with the column ${name}, which ${id} does not have`),
    );
    const named = comparisons === undefined || comparisons.main in tool.facts;
    return named ? absent : [...absent, `tools/${path} names its main comparison by the fact ${comparisons.main}, which it does not have`];
  });
}

/** Groups by a column of numbers, or by one that the table does not have, would not be shown. */
function groupFaults({ path, tool }: ToolEntry): string[] {
  return Object.entries(tool.tables).flatMap(([id, { columns, similar }]) => {
    const named = similar === undefined ? [] : [similar.id, similar.group];
    const absent = named.filter((name) => !columns.some((column) => column.name === name && column.type === 'text'));
    return absent.map((name) => `tools/${path} groups the rows of ${id} by the column ${name}, which is no text of that table`);
  });
}

/** What a part reads is a table of its parent; whoever is no part has none. */
function parentFaults({ path, tool }: ToolEntry, entries: readonly ToolEntry[]): string[] {
  const parent = entries.find((other) => other.tool.taskType === tool.partOf)?.tool;
  return acceptancesOf(tool).flatMap(({ field, ofParent }) => {
    if (ofParent === undefined || parent?.tables[ofParent] !== undefined) return [];
    return [`tools/${path}: ${field} reads the table ${ofParent} of ${tool.partOf ?? 'a parent'}, which is not there`];
  });
}

/** Without the library a run would stop at its first collection. */
function unreadCollections({ path, tool }: ToolEntry): string[] {
  const reads = Object.values(tool.parameters).some(({ kind }) => kind === 'gene-set-collection' || kind === 'reference-sets');
  return reads && tool.libraries?.includes('gmt') !== true ? [`tools/${path} reads collections of gene sets: its libraries lack gmt`] : [];
}

/** Matrices without a word in `produces` could not be gone on from. */
function silentMatrix({ path, tool }: ToolEntry): string[] {
  const makes = Object.values(tool.tables).some(({ matrix }) => matrix === true);
  return makes && !tool.produces.some(({ what }) => MATRICES.includes(what))
    ? [`tools/${path} makes a matrix and does not produce it`]
    : [];
}

/** Places that one tool fills: of two, one would never be seen. */
function doubleRoles(entries: readonly ToolEntry[]): string[] {
  const roles = entries.flatMap(({ path, tool }) => [
    ...(tool.introduces === true ? [{ path, role: 'introduces' }] : []),
    ...(tool.genePage === undefined ? [] : [{ path, role: `genePage ${tool.genePage.shows}` }]),
    ...(tool.popular === undefined ? [] : [{ path, role: `popular ${tool.popular}` }]),
  ]);
  return roles.flatMap(({ path, role }, i) => {
    const before = roles.slice(0, i).find((other) => other.role === role);
    return before === undefined ? [] : [`${role} is in tools/${before.path} and in tools/${path}`];
  });
}

/** Why these declarations make no catalogue, a line each; empty where they do. */
export function catalogueFaults(entries: readonly ToolEntry[]): string[] {
  const ofEach = (entry: ToolEntry) => [
    ...strayPages(entry),
    ...withoutParent(entry, entries),
    ...productFaults(entry),
    ...silentMatrix(entry),
    ...unreadCollections(entry),
    ...groupFaults(entry),
    ...parentFaults(entry, entries),
  ];
  return [...sharedPlaces(entries), ...doubleRoles(entries), ...entries.flatMap(ofEach)];
}
