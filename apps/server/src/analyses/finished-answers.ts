import { LRUCache } from 'lru-cache';

/** Bytes of all that is kept: some thousand results. */
const KEPT_BYTES = 64 * 1024 * 1024;

interface Kept {
  version: string;
  answer: Buffer;
}

/** What finished analyses show, as the bytes of an answer: filling a result's texts and naming its files takes longer than all else of a call. */
export class FinishedAnswers {
  readonly #kept = new LRUCache<number, Kept>({ maxSize: KEPT_BYTES, sizeCalculation: ({ answer }) => answer.length });

  /** What was made of this version of an analysis, if it is still here. */
  get(id: number, version: string): Buffer | undefined {
    const kept = this.#kept.get(id);
    return kept?.version === version ? kept.answer : undefined;
  }

  /** @param version asked for before `answer` was made, so that a change in between makes it out of date. */
  set(id: number, version: string, answer: Buffer): void {
    this.#kept.set(id, { version, answer });
  }
}
