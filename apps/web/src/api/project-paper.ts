import type { PaperAnswer, PaperRequest } from '@oncoloom/contract';
import { type CallOptions, post } from './client.ts';

/** How often the server is asked how far it is, ms; it gives up what nobody asks after for half a minute. */
const ASK_MS = 1_000;

type Making = Extract<PaperAnswer, { state: 'making' }>;
type ReadyPaper = Extract<PaperAnswer, { state: 'ready' }>;

/** Has the documents of a paper made, and answers when they can be had. @param onProgress told how far it is. */
export async function preparePaper(
  project: number,
  request: PaperRequest,
  onProgress: (progress: Making) => void,
  options: CallOptions & { signal: AbortSignal },
): Promise<ReadyPaper> {
  for (;;) {
    const answer = await post<PaperAnswer>(`/projects/${project}/paper`, request, options);
    if (answer.state === 'ready') return answer;
    onProgress(answer);
    await new Promise((resolve) => setTimeout(resolve, ASK_MS));
    options.signal.throwIfAborted();
  }
}
