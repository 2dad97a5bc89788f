import type { Proposal } from '@oncoloom/tool-kit';
import type { ReactNode } from 'react';
import { ProposedRow } from './proposed-row.tsx';
import { proposalsOf } from './use-proposals.ts';

/** Samples that the sample information proposes to leave out. */
export function leaveOutRows(proposals: readonly Proposal[]): ReactNode[] {
  return proposalsOf(proposals, 'leave-out').map((one) => (
    <ProposedRow
      key={one.why}
      look="proposed"
      message={`分组里不放 ${one.samples.length} 个样本：${one.samples.slice(0, 5).join('、')}${one.samples.length > 5 ? ' 等' : ''}`}
      detail={one.evidence}
    />
  ));
}
