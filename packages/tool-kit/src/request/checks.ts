import type { Finding, MatrixFacts } from '@oncoloom/contract';
import type { FactTest, Requirement, ToolDefinition, ValueTest } from '../declaration/define-tool.ts';
import type { InputFacts } from '../inputs/input-facts.ts';
import { checkBatches } from '../inputs/matrices.ts';
import { kindOf } from '../kinds/index.ts';
import { isShown } from '../kinds/kind.ts';
import { formatCount, formatDecimal, formatPercent } from '../words/format.ts';
import type { CompleteRequest, Value } from './request.ts';
import { fillTemplate } from './template.ts';

export interface Checked {
  findings: Finding[];
  /** The request's values with detected columns filled in. */
  values: Record<string, Value>;
  /** Values for the tool's texts. */
  words: Record<string, unknown>;
}

function valueHolds(value: unknown, test: ValueTest): boolean {
  if ('in' in test) return test.in.includes(String(value));
  if (typeof value !== 'number') return false;
  return 'above' in test ? value > test.above : value < test.below;
}

/** Does a fact of a matrix pass a requirement's test? */
export function factHolds(value: unknown, test: FactTest, matrix: MatrixFacts): boolean {
  if (!('shareAbove' in test)) return valueHolds(value, test);
  return typeof value === 'number' && value / Math.max(1, matrix.rows) > test.shareAbove;
}

function requirementHolds(
  requirement: Requirement,
  values: Readonly<Record<string, Value>>,
  facts: Readonly<Record<string, InputFacts>>,
): boolean {
  const applies = (requirement.when ?? []).every((when) => when.is.some((value) => value === values[when.parameter]));
  return (
    applies &&
    (requirement.values ?? []).every(({ parameter, is }) => valueHolds(values[parameter], is)) &&
    requirement.facts.every(({ input, fact, is }) => {
      const matrix = facts[input]?.matrix;
      return matrix !== undefined && factHolds(matrix[fact as keyof MatrixFacts], is, matrix);
    })
  );
}

/** A value of a matrix: whole numbers as they are, large ones without decimals that nobody reads. */
function formatValue(value: number): string {
  return Number.isInteger(value) || Math.abs(value) >= 1000 ? formatCount(value) : formatDecimal(value, 2);
}

/** Facts of a matrix as words for the tool's texts. */
function matrixWords(matrix: MatrixFacts): Record<string, unknown> {
  return {
    rows: formatCount(matrix.rows),
    columns: formatCount(matrix.columns),
    minimum: formatValue(matrix.minimum),
    maximum: formatValue(matrix.maximum),
    negative: formatCount(matrix.negative),
    missing: formatCount(matrix.missing),
    fractional: formatPercent(matrix.fractional),
    zero_rows: formatCount(matrix.zeroRows),
    constant_rows: formatCount(matrix.constantRows),
    ...(matrix.softPower === undefined ? {} : { soft_power: String(matrix.softPower), soft_power_why: matrix.softPowerWhy ?? '' }),
  };
}

const LEVEL_ORDER = { must: 0, should: 1, passed: 2, note: 3 } as const;

/**
 * Everything that can be told of a request from its inputs' facts, before anything runs. A `must` among the findings
 * means that the request is refused.
 */
export function checkInputs(tool: ToolDefinition, request: CompleteRequest, facts: Readonly<Record<string, InputFacts>>): Checked {
  const values = { ...request.values };
  const ofMatrix = (field: string) => {
    const matrix = facts[field]?.matrix;
    return matrix === undefined ? undefined : matrixWords(matrix);
  };
  // What is analysed is declared first; a signature or a second data set comes after it.
  const words: Record<string, unknown> = {
    ...values,
    ...Object.keys(tool.parameters)
      .map(ofMatrix)
      .find((found) => found !== undefined),
  };
  const findings: Finding[] = [];
  for (const [name, parameter] of Object.entries(tool.parameters)) {
    if (!isShown(parameter, values)) continue;
    findings.push(...(kindOf(parameter).check?.({ parameters: tool.parameters, name, parameter, facts, values, words }) ?? []));
  }
  if (tool.batches !== undefined) findings.push(...checkBatches(tool.batches, facts, values));
  for (const requirement of tool.requirements) {
    if (!requirementHolds(requirement, values, facts)) continue;
    const { code, level, field, message, detail, fix } = requirement;
    const told = { ...words, ...ofMatrix(field) };
    findings.push({
      code,
      level,
      field,
      message: fillTemplate(message, told),
      ...(detail === undefined ? {} : { detail: fillTemplate(detail, told) }),
      ...(fix === undefined ? {} : { fix: { ...fix } }),
    });
  }
  findings.sort((a, b) => LEVEL_ORDER[a.level] - LEVEL_ORDER[b.level]);
  return { findings, values, words };
}
