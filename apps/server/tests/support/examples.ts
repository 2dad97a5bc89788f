import type { ToolDefinition } from '@oncoloom/tool-kit';

/** Does a tool's example run with what the set-up installs? Signatures of cells come later, from CRAN or by the operator. */
export const runsAtOnce = ({ parameters, example }: ToolDefinition): boolean =>
  Object.entries(parameters).every(([field, { kind }]) => kind !== 'signature' || example.files[field] !== undefined);
