import { LRUCache } from 'lru-cache';

/** Bytes of all that is kept: some thousand results. */
const KEPT_BYTES = 64 * 1024 * 1024;

interface Kept {
  version: string;
  answer: Buffer;
}

/** What finished analyses show, as the bytes of an answer: filling a result's texts and naming its files takes longer than all else of a call. */
export class FinishedAnswers {
  readonly #kept = new LRUCache<string, Kept>({ maxSize: KEPT_BYTES, sizeCalculation: ({ answer }) => answer.length });

  /** What was made of this version of an analysis, if it is still here. @param what The whole, or without its inputs. */
  get(id: number, what: 'whole' | 'values', version: string): Buffer | undefined {
    const kept = this.#kept.get(`${id} ${what}`);
    return kept?.version === version ? kept.answer : undefined;
  }

  /** @param version asked for before `answer` was made, so that a change in between makes it out of date. */
  set(id: number, what: 'whole' | 'values', version: string, answer: Buffer): void {
    this.#kept.set(`${id} ${what}`, { version, answer });
  }
}
