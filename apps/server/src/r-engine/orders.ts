/**
 * What the server that has given root up and its launcher say to each other: a line of JSON each, over a socket that no other process
 * holds. An order names nothing but what the launcher knows already: no program, no path, no user.
 */
import { z } from 'zod';
import type { Isolation } from './types.ts';

/** The variable by which the server knows that a launcher listens: the number of the open socket. */
export const CHANNEL = 'ONCOLOOM_LAUNCHER';

/** Folder of a job, below the server's `jobs/`: what `makeJobFolder` names it. */
const jobName = z.string().regex(/^[\w-]{1,80}$/);

/** Number of an R, as the server gives it. */
const zygote = z.number().int().nonnegative();

export const orderSchema = z.discriminatedUnion('do', [
  /** Make the folders; anew where they are unusable. Answered by `opened` or `failed`. */
  z.strictObject({ do: z.literal('open') }),
  /** Start R, to load the packages of a stage. Answered by `started` or `ended` with the same number. */
  z.strictObject({ do: z.literal('start'), zygote, stage: z.enum(['early', 'all']) }),
  /** Have R fork a child. */
  z.strictObject({ do: z.literal('fork'), zygote, child: z.string().regex(/^child-\d{1,9}$/) }),
  /** End R, a child of it, or what a child has left. */
  z.strictObject({ do: z.literal('kill'), pid: z.number().int().positive() }),
  /** Tell the memory of a child and what it has started. Answered by `weighed` with the same number. */
  z.strictObject({ do: z.literal('weigh'), id: z.number().int(), pid: z.number().int().positive() }),
  /** Remove, as the engine's user, what is in a job's folder. Answered by `emptied` with the same number. */
  z.strictObject({ do: z.literal('empty'), id: z.number().int(), job: jobName }),
]);
export type Order = z.infer<typeof orderSchema>;

/** What the launcher tells. */
export type Report =
  | { type: 'opened'; home: string; isolation: Isolation; leftovers: number }
  /** It could not be opened; `code` is the system's. */
  | { type: 'failed'; message: string; code?: string }
  | { type: 'started'; zygote: number; pid: number }
  /** A line of R. */
  | { type: 'line'; zygote: number; text: string }
  | { type: 'ended'; zygote: number; reason: string }
  | { type: 'emptied'; id: number }
  | { type: 'weighed'; id: number; bytes: number };
