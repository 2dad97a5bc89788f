import type { MatrixFacts } from '@oncoloom/contract';
import type { BatchProposal, Proposal } from '@oncoloom/tool-kit';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { ProposedRow } from '../../files/proposed-row.tsx';
import type { ToolForm } from '../form/use-tool-form.ts';
import { changeGroups, type GroupRows, withColumn } from './change-groups.ts';
import { proposalsOf } from './use-proposals.ts';

interface Props {
  /** The groups table. */
  name: string;
  form: ToolForm;
  choice: GroupRows | undefined;
  matrix: MatrixFacts;
  proposals: readonly Proposal[];
}

/** What the sample information proposes as the batches that a tool removes. A batch that was removed already is told, and not offered. */
export function batchRows({ name, form, choice, matrix, proposals }: Props): ReactNode[] {
  const { tool, values } = form;
  const field = tool.batches?.groups === name ? tool.batches.column : undefined;
  if (field === undefined) return [];
  const take = (one: BatchProposal) => {
    // Batches need no groups: samples without one are no group.
    const table: GroupRows = choice ?? {
      from: 'rows',
      columns: ['sample', 'group'],
      rows: matrix.samples.map((sample) => [sample, '']),
      origin: { kind: 'annotation', column: one.column },
    };
    const bySample = new Map(matrix.samples.map((sample, i) => [sample, one.bySample[i] ?? '']));
    changeGroups(form, name, withColumn(table, one.column, bySample), { [field]: one.column });
  };
  return proposalsOf(proposals, 'batch').map((one) => {
    if (values[field] === one.column)
      return <ProposedRow key={one.column} look="taken" message={`已按「${one.column}」分批`} detail={one.evidence} />;
    if (one.removed)
      return <ProposedRow key={one.column} look="warning" message={`批次「${one.column}」已经去过，不用再去`} detail={one.evidence} />;
    return (
      <ProposedRow key={one.column} look="proposed" message={`按「${one.column}」分 ${one.batches} 批`} detail={one.evidence}>
        <Button size="small" aria-label={`按「${one.column}」分批`} onClick={() => take(one)}>
          按它分批
        </Button>
      </ProposedRow>
    );
  });
}
