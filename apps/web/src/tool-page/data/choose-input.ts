import type { MatrixFacts } from '@oncoloom/contract';
import type { ToolDefinition, Value } from '@oncoloom/tool-kit';
import { type FormState, groupsTablesOf, type InputChoice, matrixOf, platformsOf } from '../form/form-state.ts';
import { carriedGroups, rowsFromAnnotation } from './groups.ts';

/** Do rows name a sample of this matrix? */
export function namesSampleOf(groups: Extract<InputChoice, { from: 'rows' }>, matrix: MatrixFacts): boolean {
  const known = new Set(matrix.samples);
  const at = groups.columns.indexOf('sample');
  return groups.rows.some((row) => known.has(row[at] ?? ''));
}

/** Do groups outlast the matrix that they were chosen for? What the user brought does; what was read out of the matrix must fit. */
function outlasts(groups: InputChoice, matrix: MatrixFacts | undefined): boolean {
  if (groups.from !== 'rows' || groups.origin.kind === 'pasted' || groups.origin.kind === 'file') return true;
  if (groups.origin.kind === 'annotation')
    return matrix !== undefined && carriedGroups(matrix) === undefined && namesSampleOf(groups, matrix);
  return matrix === undefined || namesSampleOf(groups, matrix);
}

/** The groups of the analysis that made the matrix. What a data set says of its samples is only proposed. */
function groupsBefore(matrix: MatrixFacts | undefined): InputChoice | undefined {
  const carried = carriedGroups(matrix);
  if (matrix === undefined || carried === undefined) return undefined;
  return { from: 'rows', ...rowsFromAnnotation(matrix, carried.name), origin: { kind: 'annotation', column: carried.name } };
}

/** Values that belonged to an input: columns and groups chosen out of it. */
function forget(tool: ToolDefinition, changed: Record<string, Value>, of: string): void {
  for (const [name, parameter] of Object.entries(tool.parameters))
    if ((parameter.kind === 'group' || parameter.kind === 'columns' || parameter.kind === 'entries') && parameter.of === of)
      delete changed[name];
}

/**
 * The form with another input, or without one. Values that described the former one go; groups stay where they still can be
 * meant (the checks say what does not fit), else those of the analysis that made the matrix are taken.
 */
export function withInput(tool: ToolDefinition, state: FormState, field: string, choice: InputChoice | undefined): FormState {
  const inputs: Record<string, InputChoice> = { ...state.inputs };
  const changed = { ...state.changed };
  if (choice === undefined) delete inputs[field];
  else inputs[field] = choice;
  forget(tool, changed, field);
  const parameter = tool.parameters[field];
  if (parameter !== undefined && 'input' in parameter) forget(tool, changed, parameter.input);
  const matrix = matrixOf(choice);
  for (const [name] of groupsTablesOf(tool, field)) {
    const groups = inputs[name];
    if (groups !== undefined && outlasts(groups, matrix)) continue;
    delete inputs[name];
    forget(tool, changed, name);
    const own = groupsBefore(matrix);
    if (own !== undefined) inputs[name] = own;
  }
  for (const [name] of platformsOf(tool, field)) {
    const platform = inputs[name];
    if (platform?.from === 'platform' && !platform.proposed) continue;
    delete inputs[name];
    const told = matrix?.platform ?? null;
    if (told !== null) inputs[name] = { from: 'platform', platform: told, proposed: true };
  }
  for (const name of state.carried) {
    const carried = tool.parameters[name];
    if (carried !== undefined && 'suggestedBy' in carried && carried.suggestedBy?.input === field) delete changed[name];
  }
  return { ...state, inputs, changed, carried: state.carried.filter((name) => name in changed), applied: [] };
}
