import { formatCount, listNames, type Proposal } from '@oncoloom/tool-kit';
import type { ReactNode } from 'react';
import { ProposedRow } from '../../files/proposed-row.tsx';
import { Reasons } from './reasons.tsx';
import { proposalsOf } from './use-proposals.ts';

/** Samples of which something is wrong that only the user can put right. @param groups The column of the groups that were taken. */
export function doubtRows(proposals: readonly Proposal[], groups?: string): ReactNode[] {
  return [
    ...proposalsOf(proposals, 'sexes').map(({ samples, evidence, reasons }) => (
      <ProposedRow
        key="sexes"
        look="warning"
        message={`${formatCount(samples.length)} 个样本写的性别与表达对不上：${listNames(samples)}`}
        detail={<Reasons evidence={evidence} lines={samples.map((sample, i) => `${sample}：${reasons[i]}`)} />}
      />
    )),
    ...proposalsOf(proposals, 'repeats')
      .filter(({ of }) => of === groups)
      .map(({ persons, evidence, reasons }) => (
        <ProposedRow
          key="repeats"
          look="warning"
          message={`同一组里有样本来自同一患者：${formatCount(persons)} 位`}
          detail={<Reasons evidence={evidence} lines={reasons} />}
        />
      )),
  ];
}
