import type { MatrixFacts } from '@oncoloom/contract';
import {
  BLOCK_COLUMN,
  type GroupsProposal,
  type GroupsTableParameter,
  PAIR_COLUMN,
  type Proposal,
  type RepeatsProposal,
  TAKEN,
} from '@oncoloom/tool-kit';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { ProposedRow } from '../../files/proposed-row.tsx';
import { PAIRS_COLUMN, pairNumbers, proposedWords, rowsFromProposal } from '../data/groups.ts';
import { comparisonOf } from '../form/form-state.ts';
import type { ToolForm } from '../form/use-tool-form.ts';
import { changeGroups, type GroupRows, withColumn } from './change-groups.ts';
import { doubtRows } from './doubts.tsx';
import { batchRows } from './proposed-batches.tsx';
import { covariateRows } from './proposed-covariates.tsx';
import { leaveOutRows } from './proposed-leave-out.tsx';
import { ProposedPart } from './proposed-part.tsx';
import { proposalsOf, useProposals } from './use-proposals.ts';

/** So many ways to group are offered at once; the rest stands in the drawer of the groups. */
const OFFERED = 3;

/** Chinese names of columns stand in brackets, Latin ones between blanks. */
const quoted = (column: string): string => (/^[ -~]+$/.test(column) ? ` ${column} ` : `「${column}」`);

/** What the sample information of the chosen matrix proposes as groups and what goes with them, each with what says so, and taken by a click alone. */
export function ProposedGroups({ name, parameter, form }: { name: string; parameter: GroupsTableParameter; form: ToolForm }) {
  const { tool, state } = form;
  const { matrix, proposals } = useProposals(state.inputs[parameter.of]);
  const choice = state.inputs[name];
  if (matrix === undefined || proposals.length === 0) return null;
  const table = choice?.from === 'rows' ? choice : undefined;
  const own = table?.origin.kind === 'annotation' ? table.origin.column : undefined;
  const taken = proposalsOf(proposals, 'groups').find(({ column }) => column === own);
  const take = (one: GroupsProposal) => {
    form.setInput(name, { from: 'rows', ...rowsFromProposal(matrix, one), origin: { kind: 'annotation', column: one.column } });
    const comparison = comparisonOf(tool);
    if (comparison?.table === name && one.reference !== null)
      form.setValues({ [comparison.cases]: one.cases, [comparison.controls]: one.reference });
  };
  const beside = { name, form, matrix, proposals };
  const rows = [
    ...(choice === undefined ? offeredRows(proposals, take) : []),
    ...(taken === undefined || table === undefined ? [] : takenRows(beside, taken, table)),
    ...leaveOutRows({ ...beside, choice }),
    ...doubtRows(proposals, taken?.column, waysOf(beside, table)),
    ...batchRows({ ...beside, choice: table }),
    ...(table === undefined ? [] : covariateRows({ ...beside, choice: table })),
  ];
  return rows.length === 0 ? null : <ProposedPart open={choice === undefined}>{rows}</ProposedPart>;
}

/** Ways to group, the plain ones where there are any; else why there is none. */
function offeredRows(proposals: readonly Proposal[], take: (one: GroupsProposal) => void): ReactNode[] {
  const groups = proposalsOf(proposals, 'groups');
  const sure = groups.filter(({ score }) => score >= TAKEN);
  const [none] = proposalsOf(proposals, 'none');
  return [
    ...(none === undefined
      ? []
      : [<ProposedRow key="none" look="warning" message={none.evidence} detail="可以上传分组表，或手工分组。" />]),
    ...(sure.length > 0 ? sure : groups).slice(0, OFFERED).map((one, i) => (
      <ProposedRow key={one.column} look="proposed" message={`按${quoted(one.column)}分组：${proposedWords(one)}`} detail={one.evidence}>
        <Button type={i === 0 && one.score >= TAKEN ? 'primary' : 'default'} size="small" onClick={() => take(one)}>
          用这个分组
        </Button>
      </ProposedRow>
    )),
  ];
}

const groupsIn = ({ columns, rows }: GroupRows): string[] => rows.map((row) => row[columns.indexOf('group')] ?? '');

/** Numbers of patients out of the sample information, in the groups table. */
const PATIENTS_COLUMN = 'patient';

/** What the tool can do about patients with several samples: random blocks, fixed pairs. */
function waysOf({ name, form, matrix }: Beside, table: GroupRows | undefined) {
  const pairs = form.tool.parameters[PAIR_COLUMN]?.kind === 'columns';
  if (form.tool.parameters[BLOCK_COLUMN]?.kind !== 'columns' || table === undefined) return { pairs };
  const take = ({ bySample }: RepeatsProposal) => {
    // Who has no number is a patient of one sample.
    const patients = new Map(matrix.samples.map((sample, i) => [sample, bySample[i] || sample]));
    changeGroups(form, name, withColumn(table, PATIENTS_COLUMN, patients), { [BLOCK_COLUMN]: PATIENTS_COLUMN, [PAIR_COLUMN]: null });
  };
  return { pairs, blocks: { taken: form.values[BLOCK_COLUMN] === PATIENTS_COLUMN, take } };
}

interface Beside {
  name: string;
  form: ToolForm;
  matrix: MatrixFacts;
  proposals: readonly Proposal[];
}

/** The groups that were taken, and their pairs. */
function takenRows({ name, form, matrix, proposals }: Beside, taken: GroupsProposal, table: GroupRows): ReactNode[] {
  const pairs = proposalsOf(proposals, 'pairs').find(({ of }) => of === taken.column);
  const pairing = form.tool.parameters[PAIR_COLUMN]?.kind === 'columns';
  const paired = form.values[PAIR_COLUMN] === PAIRS_COLUMN;
  return [
    <ProposedRow
      key="taken"
      look="taken"
      message={`已按${quoted(taken.column)}分组：${proposedWords(taken, groupsIn(table))}`}
      detail={taken.evidence}
    />,
    ...(pairs === undefined || !pairing
      ? []
      : [
          <ProposedRow
            key="pairs"
            look={paired ? 'taken' : 'proposed'}
            message={`${paired ? '已按编号配对' : '像是配对设计'}：${pairs.pairs} 对`}
            detail={pairs.evidence}
          >
            {!paired && (
              <Button
                type="primary"
                size="small"
                onClick={() =>
                  changeGroups(form, name, withColumn(table, PAIRS_COLUMN, pairNumbers(matrix, pairs)), { [PAIR_COLUMN]: PAIRS_COLUMN })
                }
              >
                按编号配对
              </Button>
            )}
          </ProposedRow>,
        ]),
  ];
}
