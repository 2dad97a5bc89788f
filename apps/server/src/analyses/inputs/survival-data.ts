import { type SurvivalDataParameter, survivalTable } from '@oncoloom/tool-kit';
import type { StoredFile } from '../../files/service.ts';
import { fieldError } from '../../platform/errors.ts';
import { cellsOf } from './cells.ts';
import { ownFile } from './from-file.ts';
import { describeRows } from './from-rows.ts';
import type { Described, ResolvedKind, Sources } from './kind.ts';

async function ofFile(sources: Sources, place: { field: string; parameter: SurvivalDataParameter }, file: StoredFile): Promise<Described> {
  const { field, parameter } = place;
  const known = survivalTable(await cellsOf(sources, { ...place, takes: ['survival', 'table', 'annotation', 'groups'] }, file));
  if (known === undefined)
    throw fieldError(field, `「${file.name}」里没有认出样本名、时间和状态三列。请把列名写成 sample、time、status，或在表单里选出是哪几列`);
  const described = describeRows(field, parameter, known);
  const request = { from: 'file', id: file.id } as const;
  return {
    ...described,
    facts: { ...described.facts, name: file.name },
    used: described.used.map((used) => ({ ...used, name: file.name, request })),
  };
}

/** Follow-up of samples, in one form wherever it comes from: sample, time, status 1 or 0. */
export const survivalData: ResolvedKind<SurvivalDataParameter> = {
  async resolve(sources, { field, parameter, value, userId }) {
    if (value.from === 'rows') return describeRows(field, parameter, value);
    return ofFile(sources, { field, parameter }, await ownFile(sources, { field, parameter, takes: [] }, userId, value.id));
  },
  example: (sources, { field, parameter, file }) => ofFile(sources, { field, parameter }, file),
};
