import type { FieldError } from '@oncoloom/contract';
import { z } from 'zod';

/** Stands for the field's name in a general sentence; a schema's own sentence already says what it is about. */
const FIELD = '{field}';

const TYPES: Record<string, string> = {
  string: '文字',
  number: '数字',
  int: '整数',
  boolean: 'true 或 false',
  array: '列表',
  object: '对象',
};

type Issue = Parameters<z.core.$ZodErrorMap>[0];

/** The sentence for a rule that a schema states without words of its own; undefined leaves it to zod's Chinese. */
function sentence(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return `缺少 ${FIELD}。`;
      return `${FIELD} 应为${TYPES[issue.expected] ?? issue.expected}。`;
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1
        ? `${FIELD} 不能为空。`
        : `${FIELD} 太${issue.origin === 'number' ? '小' : '短'}，至少 ${issue.minimum}。`;
    case 'too_big':
      return `${FIELD} 太${issue.origin === 'number' ? '大' : '长'}，最多 ${issue.maximum}。`;
    case 'invalid_value':
      return `${FIELD} 只能是 ${issue.values.map(String).join('、')} 之一。`;
    case 'unrecognized_keys':
      return `不认识的字段：${issue.keys.join('、')}。`;
    default:
      return undefined;
  }
}

/** Makes every schema of the process speak Chinese. */
export function speakChinese(): void {
  z.config({ ...z.locales.zhCN(), customError: sentence });
}

/** One entry per field at fault, the first rule that it breaks. */
export function fieldErrors(issues: readonly { path: readonly string[]; message: string }[]): FieldError[] {
  const errors = new Map<string, string>();
  for (const { path, message } of issues) {
    const field = path.join('.');
    if (!errors.has(field)) errors.set(field, message.replace(FIELD, field || '请求'));
  }
  return [...errors].map(([field, detail]) => ({ field, detail }));
}
