import type { Finding } from '@oncoloom/contract';
import { expectedMiB, formatBytes } from '@oncoloom/tool-kit';
import { largestMiB } from '../../machines/service.ts';
import type { Database } from '../../platform/postgres/database.ts';
import type { UsedInput } from '../tables.ts';

const MIB = 1024 ** 2;

/** What a form says of data that are likely to take more memory than any machine gives one task. */
export async function tooLarge(database: Database, inputs: readonly UsedInput[]): Promise<Finding[]> {
  const needed = expectedMiB(inputs);
  const largest = await largestMiB(database);
  if (largest === undefined || needed <= largest) return [];
  const message = `这次分析可能放不下：预计要 ${formatBytes(needed * MIB)} 内存，现有机器最多给一个任务 ${formatBytes(largest * MIB)}`;
  const detail = '会在最大的机器上试着运行，内存不够时停止并退回点数。可以先减少样本数，或去掉低表达的基因';
  return [{ code: 'memory', level: 'should', message, detail }];
}
