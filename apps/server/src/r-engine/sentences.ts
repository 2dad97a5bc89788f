import type { EngineFailure, EngineFailureCode } from './types.ts';

const GIB = 1024 ** 3;

/** What a user reads when a job ended without R saying why. */
export function failure(
  code: Exclude<EngineFailureCode, 'input' | 'failed'>,
  limits: { memoryBytes: number; timeoutMs: number },
): EngineFailure {
  switch (code) {
    case 'timeout':
      return { ok: false, code, message: `计算超过 ${spoken(limits.timeoutMs)}的时限，已停止。请减少基因数或样本数，再运行。` };
    case 'memory': {
      const limit = (limits.memoryBytes / GIB).toLocaleString('en', { maximumFractionDigits: 1 });
      return { ok: false, code, message: `内存不够：计算超过了 ${limit} GB 的上限，已停止。请减少样本数，或先去掉低表达的基因，再运行。` };
    }
    case 'cancelled':
      return { ok: false, code, message: '任务已取消。' };
    case 'crashed':
      return { ok: false, code, message: '计算进程意外退出。请再运行一次；若仍退出，请减少基因数或样本数。' };
    case 'engine_lost':
      return { ok: false, code, message: '分析引擎正在重启，这次计算没有完成。请稍后再运行一次。' };
  }
}

/** `2 小时`, `5 分钟`, `30 秒`, with the blank that stands before Chinese. */
function spoken(ms: number): string {
  if (ms >= 3_600_000) return `${Number((ms / 3_600_000).toFixed(1))} 小时`;
  if (ms >= 60_000) return `${Math.round(ms / 60_000)} 分钟`;
  return `${Number((ms / 1000).toFixed(1))} 秒`;
}
