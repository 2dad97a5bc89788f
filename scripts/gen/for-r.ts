import {
  type Codes,
  completeRequest,
  exampleFileType,
  fileFieldOf,
  hasPlaces,
  isInput,
  mayBeUnset,
  type Parameter,
  type ToolDefinition,
  toolJsonSchema,
} from '@oncoloom/tool-kit';

/** The example run as R's warm-up needs it: files by input name, cohorts that a small one stands in for, and complete parameters (columns to be detected stay null). */
function exampleForR(tool: ToolDefinition) {
  const body: Record<string, unknown> = { ...tool.example.parameters };
  const inputs = Object.entries(tool.example.files).map(([name, { file }]) => {
    const parameter = tool.parameters[name];
    if (parameter === undefined || !isInput(parameter)) throw new Error(`${tool.taskType}: example file for ${name}, which is no input`);
    body[fileFieldOf(tool.parameters, name)] = 1;
    const fileType = exampleFileType(parameter);
    return { name: parameter.input, file, fileType, ...(parameter.kind === 'files' ? { place: 1 } : {}) };
  });
  const completed = completeRequest(tool, body);
  if (!completed.ok) throw new Error(`${tool.taskType}: the example is refused: ${JSON.stringify(completed.errors)}`);
  const cohorts = Object.entries(tool.parameters).flatMap(([name, p]) => {
    // Of alternatives the example has one.
    if (p.kind === 'cohort' && completed.request.inputs[name] !== undefined) return [{ name: p.input, several: p.several === true }];
    return p.kind === 'analysis' && p.cohort !== undefined ? [{ name: p.cohort, several: false }] : [];
  });
  const files = [tool.example, ...Object.values(tool.published ?? {})].flatMap((example) => Object.values(example.files));
  // All that the folder's make.R writes; a published figure may share the example's.
  return { inputs, cohorts, parameters: completed.request.values, files: [...new Set(files.map(({ file }) => file))] };
}

/** Parameters that name columns, and groups that may be hidden: whether null is an answer, and the headers by which columns are found. */
function columnsForR(tool: ToolDefinition) {
  return Object.fromEntries(
    Object.entries(tool.parameters).flatMap(([name, p]) => {
      if (p.kind === 'columns') return [[name, { of: p.of, optional: mayBeUnset(tool.parameters, p), detect: p.detect ?? [] }]];
      return p.kind === 'group' && mayBeUnset(tool.parameters, p) ? [[name, { of: p.of, optional: true, detect: [] }]] : [];
    }),
  );
}

/** Words by code of a column in which R writes codes alone; of another one R writes the words: they have places, or the user's stand beside them. */
function wordsOf({ codes, own, asCodes }: { codes?: Codes; own?: true; asCodes?: true }) {
  if (codes === undefined || own === true || asCodes === true || Object.values(codes).some(hasPlaces)) return undefined;
  return Object.fromEntries(Object.entries(codes).map(([code, { zh }]) => [code, zh]));
}

/** The same by column; of those that the data name apart. */
function wordsForR({ columns, rest }: ToolDefinition['tables'][string]) {
  const coded = columns.flatMap((column) => {
    const words = wordsOf(column);
    return words === undefined ? [] : [[column.name, words] as const];
  });
  const restWords = rest && wordsOf(rest);
  return { ...(coded.length > 0 && { words: Object.fromEntries(coded) }), ...(restWords && { restWords }) };
}

/** A tool's entry in the catalogue that R reads. @param path Its folder below `tools/`. */
export function toolForR(path: string, tool: ToolDefinition) {
  return {
    folder: path,
    version: tool.version,
    packages: tool.packages,
    ...(tool.libraries === undefined ? {} : { libraries: tool.libraries }),
    early: tool.early ?? (tool.popular !== undefined || tool.preview === true ? tool.packages : null),
    popular: tool.popular !== undefined,
    seconds: tool.expected.base,
    parameters: toolJsonSchema(tool).properties,
    columns: columnsForR(tool),
    inputs: Object.fromEntries(Object.entries(tool.parameters).flatMap(([name, p]) => ('input' in p ? [[name, p.input]] : []))),
    keepsLogBase: Object.values<Parameter>(tool.parameters).flatMap((p) => (p.kind === 'file' && p.keepsLogBase === true ? [p.input] : [])),
    tables: Object.fromEntries(
      Object.entries(tool.tables).map(([id, t]) => [
        id,
        {
          columns: Object.fromEntries(t.columns.map((c) => [c.name, c.type])),
          rest: t.rest?.type ?? null,
          ...(t.rest?.before !== undefined && { restBefore: t.rest.before }),
          matrix: t.matrix === true,
          ...wordsForR(t),
        },
      ]),
    ),
    facts: Object.keys(tool.facts),
    robustness: tool.robustness ?? [],
    example: exampleForR(tool),
  };
}
