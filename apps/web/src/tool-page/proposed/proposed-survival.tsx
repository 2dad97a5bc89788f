import type { SurvivalDataParameter, SurvivalProposal } from '@oncoloom/tool-kit';
import { formatCount, UNIT_WORDS } from '@oncoloom/tool-kit';
import { Button } from 'antd';
import { ProposedRow } from '../../files/proposed-row.tsx';
import { clinicalTable } from '../data/groups.ts';
import { followUpProposed } from '../data/survival-columns.tsx';
import type { ToolForm } from '../form/use-tool-form.ts';
import { doubtRows } from './doubts.tsx';
import { ProposedPart } from './proposed-part.tsx';
import { proposalsOf, useProposals } from './use-proposals.ts';

/** Takes follow-up as it was proposed. @param event The codes of its status that are the event. */
type TakeFollowUp = (proposal: SurvivalProposal, event: readonly string[]) => void;

const endpointTold = ({ zh, unit }: SurvivalProposal): string => `${zh}（${UNIT_WORDS[unit]}）`;

/** The codes that stand for the event in rows that were taken: the proposal's own, or what the user answered. */
function eventIn({ codes }: SurvivalProposal, rows: readonly (readonly string[])[]): string {
  return [...new Set(rows.flatMap((row, i) => (row[2] === '1' ? [codes[i] ?? ''] : [])))].join('、');
}

/** Follow-up that columns propose, one a line; where the codes leave a doubt the user says which is the event. */
export function SurvivalOffers({ proposals, onTake }: { proposals: readonly SurvivalProposal[]; onTake: TakeFollowUp }) {
  return proposals.map((one, i) =>
    one.asked === undefined ? (
      <ProposedRow
        key={one.time}
        look="proposed"
        message={`${endpointTold(one)}：${formatCount(one.known)} 例里 ${formatCount(one.events)} 例事件`}
        detail={one.evidence}
      >
        <Button type={i === 0 ? 'primary' : 'default'} size="small" aria-label={`用${one.zh}这两列`} onClick={() => onTake(one, one.event)}>
          用这两列
        </Button>
      </ProposedRow>
    ) : (
      <ProposedRow
        key={one.time}
        look="warning"
        message={`${endpointTold(one)}：${formatCount(one.known)} 例，哪个是发生事件？`}
        detail={one.evidence}
      >
        {[one.event, one.censored].map((codes) => (
          <Button
            key={codes.join()}
            size="small"
            aria-label={`${one.zh}：「${codes.join('、')}」是发生事件`}
            onClick={() => onTake(one, codes)}
          >
            「{codes.join('、')}」是
          </Button>
        ))}
      </ProposedRow>
    ),
  );
}

/** What the sample information of the chosen matrix proposes as follow-up, taken by a click alone. */
export function ProposedSurvival({ name, parameter, form }: { name: string; parameter: SurvivalDataParameter; form: ToolForm }) {
  const { matrix, proposals } = useProposals(parameter.of === undefined ? undefined : form.state.inputs[parameter.of]);
  const choice = form.state.inputs[name];
  const survival = proposalsOf(proposals, 'survival');
  const own = choice?.from === 'rows' && choice.origin.kind === 'annotation' ? choice : undefined;
  const taken = survival.find(({ time }) => own?.origin.kind === 'annotation' && time === own.origin.column);
  if (matrix === undefined || proposals.length === 0 || (choice !== undefined && taken === undefined)) return null;
  const take: TakeFollowUp = (one, event) => {
    form.setInput(name, {
      from: 'rows',
      ...followUpProposed(clinicalTable(matrix), 0, one, event),
      origin: { kind: 'annotation', column: one.time },
    });
    form.setValue(parameter.unit, one.unit);
  };
  return (
    <ProposedPart open={taken === undefined}>
      {taken !== undefined && (
        <ProposedRow
          look="taken"
          message={`已采用${endpointTold(taken)}`}
          detail={`时间是「${taken.time}」，状态是「${taken.status}」，「${eventIn(taken, own?.rows ?? [])}」是发生事件`}
        />
      )}
      {choice === undefined && <SurvivalOffers proposals={survival} onTake={take} />}
      {survival.length === 0 && (
        <ProposedRow look="warning" message="样本信息里没有认出随访时间和状态" detail="可以上传随访表，或在上面自己选列。" />
      )}
      {doubtRows(proposals)}
    </ProposedPart>
  );
}
