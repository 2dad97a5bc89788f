import type { Finding, Robustness } from '@oncoloom/contract';
import { type Language, ROBUSTNESS_CHECKS, type ToolDefinition, tellText } from '@oncoloom/tool-kit';
import { tellFindings } from '../forms/warnings.ts';
import type { StoredResult } from '../tables.ts';
import type { RunsAlike } from './runs-alike.ts';

/** From so many sets of parameters on a reader has to know that one was chosen. */
const SETTINGS_TOLD = 3;

/** What is known of whether a result stands: the tool's checks, with what those found that were made. */
export function robustnessOf({ robustness = [] }: ToolDefinition, result: StoredResult, language: Language): Robustness[] {
  const subject = result.rowSubject ?? 'gene';
  return robustness.map((check) => {
    const { title, asks } = ROBUSTNESS_CHECKS[check];
    const found = result.robustness?.[check];
    const [finding = null] = found === undefined ? [] : tellFindings([found], subject, language);
    return {
      check,
      title: title[language],
      asks: tellText(asks, language, subject),
      finding,
      progress: null,
      problem: null,
      methods: null,
    };
  });
}

/** How often the same data were run: of several sets of parameters the best looking one says too much. Its user alone is told. */
export function triedOf({ runs, settings, place }: RunsAlike): Robustness {
  const told = (level: Finding['level'], message: string) => ({ code: 'runs_alike', level, message });
  const finding =
    settings <= 1
      ? told('passed', '同样的数据用这个工具只算过这一组参数')
      : told(
          settings >= SETTINGS_TOLD ? 'should' : 'note',
          `同样的数据，这是 ${runs} 次运行中的第 ${place} 次，共试过 ${settings} 组参数。只报告最好看的一组会夸大，请在论文里写明试过几组、为什么选这一组`,
        );
  const methods = {
    zh: `同样的数据用 ${settings} 组参数共分析了 ${runs} 次，这里报告的是第 ${place} 次。`,
    en: `The same data were analysed ${runs} times with ${settings} sets of parameters; run ${place} of them is reported here.`,
  };
  return { check: 'runs', title: '试过几次', asks: '', finding, progress: null, problem: null, methods: settings <= 1 ? null : methods };
}
