import { type GroupsProposal, type GroupsTableParameter, PAIR_COLUMN, type PairsProposal, TAKEN } from '@oncoloom/tool-kit';
import { Button } from 'antd';
import { PAIRS_COLUMN, proposedWords, rowsFromProposal } from '../data/groups.ts';
import { comparisonOf } from '../form/form-state.ts';
import type { ToolForm } from '../form/use-tool-form.ts';
import { ProposedPart, ProposedRow } from './proposed-row.tsx';
import { proposalsOf, useProposals } from './use-proposals.ts';

/** So many ways to group are offered at once; the rest stands in the drawer of the groups. */
const OFFERED = 3;

/** Chinese names of columns stand in brackets, Latin ones between blanks. */
const quoted = (column: string): string => (/^[ -~]+$/.test(column) ? ` ${column} ` : `「${column}」`);

/** What the sample information of the chosen matrix proposes as groups, each with what says so, and taken by a click alone. */
export function ProposedGroups({ name, parameter, form }: { name: string; parameter: GroupsTableParameter; form: ToolForm }) {
  const { tool, state } = form;
  const { matrix, proposals } = useProposals(state.inputs[parameter.of]);
  const choice = state.inputs[name];
  const groups = proposalsOf(proposals, 'groups');
  const own = choice?.from === 'rows' && choice.origin.kind === 'annotation' ? choice.origin.column : undefined;
  const taken = groups.find(({ column }) => column === own);
  const sure = groups.filter(({ score }) => score >= TAKEN);
  const offered = choice === undefined ? (sure.length > 0 ? sure : groups).slice(0, OFFERED) : [];
  const none = choice === undefined ? proposalsOf(proposals, 'none')[0] : undefined;
  const leftOut = choice === undefined || taken !== undefined ? proposalsOf(proposals, 'leave-out') : [];
  const pairs = taken && proposalsOf(proposals, 'pairs').find(({ of }) => of === taken.column);
  if (matrix === undefined || (offered.length === 0 && none === undefined && taken === undefined)) return null;

  const take = (one: GroupsProposal, by?: PairsProposal) => {
    form.setInput(name, { from: 'rows', ...rowsFromProposal(matrix, one, by), origin: { kind: 'annotation', column: one.column } });
    const comparison = comparisonOf(tool);
    form.setValues({
      ...(comparison?.table === name && one.reference !== null
        ? { [comparison.cases]: one.cases, [comparison.controls]: one.reference }
        : {}),
      ...(by === undefined ? {} : { [PAIR_COLUMN]: PAIRS_COLUMN }),
    });
  };
  const pairing = tool.parameters[PAIR_COLUMN]?.kind === 'columns';
  const paired = form.values[PAIR_COLUMN] === PAIRS_COLUMN;
  return (
    <ProposedPart open={taken === undefined}>
      {none !== undefined && <ProposedRow look="warning" message={none.evidence} detail="可以上传分组表，或手工分组。" />}
      {taken !== undefined && (
        <ProposedRow look="taken" message={`已按${quoted(taken.column)}分组：${proposedWords(taken)}`} detail={taken.evidence} />
      )}
      {offered.map((one, i) => (
        <ProposedRow key={one.column} look="proposed" message={`按${quoted(one.column)}分组：${proposedWords(one)}`} detail={one.evidence}>
          <Button type={i === 0 && one.score >= TAKEN ? 'primary' : 'default'} size="small" onClick={() => take(one)}>
            用这个分组
          </Button>
        </ProposedRow>
      ))}
      {taken !== undefined && pairs !== undefined && pairing && (
        <ProposedRow
          look={paired ? 'taken' : 'proposed'}
          message={`${paired ? '已按编号配对' : '像是配对设计'}：${pairs.pairs} 对`}
          detail={pairs.evidence}
        >
          {!paired && (
            <Button type="primary" size="small" onClick={() => take(taken, pairs)}>
              按编号配对
            </Button>
          )}
        </ProposedRow>
      )}
      {leftOut.map((one) => (
        <ProposedRow
          key={one.why}
          look="proposed"
          message={`分组里不放 ${one.samples.length} 个样本：${one.samples.slice(0, 5).join('、')}${one.samples.length > 5 ? ' 等' : ''}`}
          detail={one.evidence}
        />
      ))}
    </ProposedPart>
  );
}
