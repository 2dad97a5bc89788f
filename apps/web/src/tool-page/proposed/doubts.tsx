import { formatCount, listNames, type Proposal, type RepeatsProposal } from '@oncoloom/tool-kit';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { ProposedRow } from '../../files/proposed-row.tsx';
import { Reasons } from './reasons.tsx';
import { proposalsOf } from './use-proposals.ts';

/** Taking patients with several samples as random blocks: undefined where the tool cannot. */
interface Blocks {
  taken: boolean;
  take: (repeats: RepeatsProposal) => void;
}

/** What can be done about patients with several samples in one group. */
function repeatsAdvice(blocks: Blocks | undefined, pairs: boolean): string {
  if (blocks !== undefined) return '可以把患者作随机区组（limma 的 duplicateCorrelation），或每位患者每组只留一个样本。';
  const fixed = pairs ? '每位患者两组都有样本时可以选配对列；' : '';
  return `这个工具没有随机区组：${fixed}否则每位患者每组只留一个样本，或改用「limma 差异分析」，那里可以把患者作随机区组。`;
}

/**
 * Samples of which something is wrong that only the user can put right.
 * @param groups The column of the groups that were taken. @param ways What the tool can do about patients with several samples.
 */
export function doubtRows(
  proposals: readonly Proposal[],
  groups?: string,
  ways: { blocks?: Blocks | undefined; pairs: boolean } = { pairs: false },
): ReactNode[] {
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
      .map((repeats) => (
        <ProposedRow
          key="repeats"
          look={ways.blocks?.taken === true ? 'taken' : 'warning'}
          message={
            ways.blocks?.taken === true
              ? `患者作随机区组：${formatCount(repeats.persons)} 位在同一组里不止一个样本`
              : `同一组里有样本来自同一患者：${formatCount(repeats.persons)} 位`
          }
          detail={
            <Reasons
              evidence={ways.blocks?.taken === true ? repeats.evidence : `${repeats.evidence}。${repeatsAdvice(ways.blocks, ways.pairs)}`}
              lines={repeats.reasons}
            />
          }
        >
          {ways.blocks?.taken === false && (
            <Button size="small" onClick={() => ways.blocks?.take(repeats)}>
              患者作随机区组
            </Button>
          )}
        </ProposedRow>
      )),
  ];
}
