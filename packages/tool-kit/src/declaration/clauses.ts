/** A comparison of a column with a number or with a parameter of the run. */
export interface Clause {
  column: string;
  is: '<' | '>' | '<=' | '>=' | '|>=|';
  value: number | { parameter: string; negate?: boolean };
}

/** What a clause compares with; NaN when the run has no such number. */
export function boundOf({ value }: Clause, parameters: Readonly<Record<string, unknown>>): number {
  if (typeof value === 'number') return value;
  const given = parameters[value.parameter];
  const number = typeof given === 'number' ? given : Number.NaN;
  return value.negate === true ? -number : number;
}

/** Whether a cell fulfils a comparison. A missing value (NaN) fulfils none. */
export function compares(cell: number, is: Clause['is'], limit: number): boolean {
  switch (is) {
    case '<':
      return cell < limit;
    case '>':
      return cell > limit;
    case '<=':
      return cell <= limit;
    case '>=':
      return cell >= limit;
    case '|>=|':
      return Math.abs(cell) >= limit;
  }
}

/** Does a clause hold for a cell of its column, in a run with these parameters? */
export function clauseHolds(clause: Clause, cell: number, parameters: Readonly<Record<string, unknown>>): boolean {
  return compares(cell, clause.is, boundOf(clause, parameters));
}
