import { formatCount, type LeaveOutProposal, listNames, type Proposal } from '@oncoloom/tool-kit';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { ProposedRow } from '../../files/proposed-row.tsx';
import type { InputChoice } from '../form/form-state.ts';
import type { ToolForm } from '../form/use-tool-form.ts';
import { changeGroups } from './change-groups.ts';
import { Reasons } from './reasons.tsx';
import { proposalsOf } from './use-proposals.ts';

interface Props {
  /** The groups table. */
  name: string;
  form: ToolForm;
  choice: InputChoice | undefined;
  proposals: readonly Proposal[];
}

/** Samples that the sample information proposes to leave out, each with its reason; they go by a click, and by nothing else. */
export function leaveOutRows({ name, form, choice, proposals }: Props): ReactNode[] {
  return proposalsOf(proposals, 'leave-out').map((one, i) => {
    const table = choice?.from === 'rows' ? choice : undefined;
    const isOne = ([sample = '']: readonly string[]) => one.samples.includes(sample);
    const count = table === undefined ? one.samples.length : table.rows.filter(isOne).length;
    const key = `${one.why} ${i}`;
    const lines = one.samples.map((sample, at) => `${sample}：${one.reasons[at]}`);
    if (count === 0)
      return (
        <ProposedRow
          key={key}
          look="taken"
          message={`分组里没有 ${named(one)}`}
          detail={<Reasons evidence={one.evidence} lines={lines} />}
        />
      );
    return (
      <ProposedRow
        key={key}
        look="proposed"
        message={`建议去掉 ${named(one)}`}
        detail={
          <Reasons
            evidence={choice?.from === 'file' ? `${one.evidence}。分组表是文件，请在文件里删去这些样本的行，再上传。` : one.evidence}
            lines={lines}
          />
        }
      >
        {table !== undefined && (
          <Button size="small" onClick={() => changeGroups(form, name, { ...table, rows: table.rows.filter((row) => !isOne(row)) })}>
            去掉 {formatCount(count)} 个样本
          </Button>
        )}
      </ProposedRow>
    );
  });
}

const named = ({ samples }: LeaveOutProposal): string => `${formatCount(samples.length)} 个样本：${listNames(samples)}`;
