import type { ToolDefinition } from '@oncoloom/tool-kit';

/** Signatures that the set-up makes of packages; others are fetched by the operator. */
const MADE = new Set(['estimate']);

/** Does a tool's example run with what the set-up installs? xCell's needs a signature that only its publisher may hand out. */
export const runsAtOnce = ({ parameters, example }: ToolDefinition): boolean =>
  Object.entries(parameters).every(
    ([field, parameter]) => parameter.kind !== 'signature' || MADE.has(parameter.family) || example.files[field] !== undefined,
  );
