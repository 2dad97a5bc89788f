import type { FileType, MatrixFacts } from '@oncoloom/contract';
import type { FactTest, Requirement, ToolDefinition } from '../declaration/define-tool.ts';
import type { Parameter } from '../declaration/parameters.ts';
import { fileTypesOf } from '../kinds/index.ts';
import { factHolds } from '../request/checks.ts';

/** A fact of a matrix and its test. */
interface FactClause {
  fact: string;
  is: FactTest;
}

/** What speaks against a matrix under one setting of a tool: any of these, each with all its facts. */
type Refusals = readonly (readonly FactClause[])[];

/** What of a matrix says which tools are meant for it; anything else, such as its size, changes with the next file. */
const TELLING: readonly string[] = ['kind', 'identifiers'] satisfies (keyof MatrixFacts)[];
const MATRIX: FileType = 'expression';

/** Does a finding of this requirement speak against the tool? One that a changed file mends does not. */
function speaksAgainst({ level, facts, fix, values }: Requirement): boolean {
  // A number can be chosen otherwise.
  if (values !== undefined) return false;
  if (level === 'must') return true;
  const isTelling = facts.length === 0 || facts.some(({ fact }) => TELLING.includes(fact));
  return level === 'should' && isTelling && (fix === undefined || !('file' in fix));
}

type Setting = Readonly<Record<string, string | boolean>>;

/** The values that can be chosen of a parameter, without those that leave the data as they are; none of a free value. */
function choicesOf(parameter: Parameter | undefined): readonly (string | boolean)[] {
  if (parameter?.kind === 'flag') return [true, false];
  if (parameter?.kind !== 'choice') return [];
  return parameter.options.filter(({ idle }) => idle !== true).map(({ value }) => value);
}

/** Every combination of the values of these parameters. */
function settings(tool: Pick<ToolDefinition, 'parameters'>, names: readonly string[]): Setting[] {
  return names.reduce<Setting[]>(
    (all, name) => all.flatMap((setting) => choicesOf(tool.parameters[name]).map((value) => ({ ...setting, [name]: value }))),
    [{}],
  );
}

const includes = (more: Refusals, fewer: Refusals): boolean => {
  const texts = more.map((clauses) => JSON.stringify(clauses));
  return fewer.every((clauses) => texts.includes(JSON.stringify(clauses)));
};

/**
 * What speaks against a matrix, for each setting of a tool that can be of use: from its requirements alone. A setting that is
 * refused in more cases than another is left out. Empty for a tool that takes no matrix.
 */
export function matrixRefusals(tool: Pick<ToolDefinition, 'parameters' | 'requirements'>): Refusals[] {
  const input = Object.entries(tool.parameters).find(([, parameter]) => fileTypesOf(parameter).includes(MATRIX))?.[0];
  if (input === undefined) return [];
  const against = tool.requirements.filter(
    (requirement) =>
      speaksAgainst(requirement) &&
      requirement.facts.every((fact) => fact.input === input) &&
      (requirement.when ?? []).every(({ parameter }) => choicesOf(tool.parameters[parameter]).length > 0),
  );
  const names = [...new Set(against.flatMap(({ when = [] }) => when.map(({ parameter }) => parameter)))];
  const found = settings(tool, names).flatMap((setting): Refusals[] => {
    const holding = against.filter(({ when = [] }) => when.every(({ parameter, is }) => is.some((value) => value === setting[parameter])));
    // Such a setting is refused with any matrix.
    if (holding.some(({ facts }) => facts.length === 0)) return [];
    return [holding.map(({ facts }) => facts.map(({ fact, is }) => ({ fact, is })))];
  });
  return found.filter(
    (refusals, at) =>
      !found.some((other, place) => place !== at && includes(refusals, other) && (place < at || !includes(other, refusals))),
  );
}

/** Is there a setting under which nothing speaks against this matrix? @param refusals `matrixRefusals` of the tool. */
export function fitsMatrix(refusals: readonly Refusals[], matrix: MatrixFacts): boolean {
  return refusals.some((setting) =>
    setting.every((clauses) => !clauses.every(({ fact, is }) => factHolds(matrix[fact as keyof MatrixFacts], is, matrix))),
  );
}
