import type { InputFacts, InputParameter } from '@oncoloom/tool-kit';
import { sha256Of } from '../../platform/checksum.ts';
import type { Described } from '../inputs/kind.ts';
import type { UsedInput } from '../tables.ts';

interface Document {
  field: string;
  parameter: InputParameter;
  /** What R reads it as. */
  type: 'genes' | 'ranking' | 'gene-sets';
  /** Written as JSON: what R finds is the same wherever it comes from. */
  content: unknown;
  rows: number;
  columns: number;
  facts: InputFacts;
  request: UsedInput['request'];
  simulated?: boolean;
}

/** An input that the server has put together, for R to read as JSON. */
export function describeDocument({ field, parameter, type, content, rows, columns, facts, request, simulated }: Document): Described {
  const text = JSON.stringify(content);
  const sha256 = sha256Of(text);
  const used: UsedInput = {
    field,
    input: parameter.input,
    type,
    name: facts.name,
    sha256,
    blob: sha256,
    format: 'json',
    bytes: Buffer.byteLength(text),
    rows,
    columns,
    ...(simulated === true ? { simulated } : {}),
    request,
  };
  return { facts, used: [used], pasted: text };
}
