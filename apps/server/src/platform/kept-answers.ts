import { LRUCache } from 'lru-cache';

/** After so long an answer is made again, although nobody told of a change, ms. */
export const KEPT_MS = 30_000;
/** Bytes of all that is kept. */
const KEPT_BYTES = 32 * 1024 * 1024;

/** What an answer is made from, as notices of changes name it: the account with its plan and points, the lists of a user, or one analysis. */
export type Subject = 'account' | 'analyses' | 'files' | `analysis/${number}`;

/** An answer, and whether only a change that is told could make another of it: a queue moves without a word to those who wait in it. */
export interface MadeAnswer {
  bytes: Buffer;
  lasting: boolean;
}

interface Making {
  userId: number;
  /** Something of the user has changed since it began. */
  overtaken: boolean;
}

const nameOf = (userId: number, subject: Subject, key: string): string => `${userId} ${subject} ${key}`;

/**
 * Answers to calls of single users, as bytes, that were right some seconds ago, so that not every call has to ask the database. The
 * database tells all processes of each change of what they are made from, and they are forgotten at once; while notices do not
 * arrive, nothing is kept.
 */
export class KeptAnswers {
  readonly #answers = new LRUCache<string, Buffer>({
    maxSize: KEPT_BYTES,
    ttl: KEPT_MS,
    sizeCalculation: (bytes, name) => bytes.length + name.length,
    dispose: (_, name) => this.#forget(name),
  });
  /** Names of what is kept, by user and subject. */
  readonly #names = new Map<number, Map<string, Set<string>>>();
  readonly #makings = new Set<Making>();
  #listening = false;

  /** The answer of this name to its user; `make` asks the database for it. */
  async answer(userId: number, subject: Subject, key: string, make: () => Promise<MadeAnswer>): Promise<Buffer> {
    const name = nameOf(userId, subject, key);
    const known = this.#answers.get(name);
    if (known !== undefined) return known;
    const making: Making = { userId, overtaken: !this.#listening };
    this.#makings.add(making);
    try {
      const { bytes, lasting } = await make();
      if (lasting && !making.overtaken) this.#keep(name, userId, subject, bytes);
      return bytes;
    } finally {
      this.#makings.delete(making);
    }
  }

  /** What is kept of these subjects of a user is out of date; `everything` is all of them. */
  changed(userId: number, subjects: readonly string[]): void {
    if (subjects.includes('everything')) {
      this.forget(userId);
      return;
    }
    this.#overtake(userId);
    const kept = this.#names.get(userId);
    if (kept === undefined) return;
    for (const subject of subjects) for (const name of [...(kept.get(subject) ?? [])]) this.#answers.delete(name);
  }

  /** Forgets everything of a user: a call of theirs to this process may have changed it, and its notice may come after their next call. */
  forget(userId: number): void {
    this.changed(userId, [...(this.#names.get(userId)?.keys() ?? [])]);
  }

  /** Whether changes are told from now on; what happened before is unknown. */
  noticesArrive(listening: boolean): void {
    this.#listening = listening;
    for (const making of this.#makings) making.overtaken = true;
    this.#answers.clear();
  }

  #overtake(userId: number): void {
    for (const making of this.#makings) if (making.userId === userId) making.overtaken = true;
  }

  #keep(name: string, userId: number, subject: Subject, bytes: Buffer): void {
    this.#answers.set(name, bytes);
    // One that is larger than all that may be kept is not there now.
    if (!this.#answers.has(name)) return;
    const ofUser = this.#names.get(userId) ?? new Map<string, Set<string>>();
    this.#names.set(userId, ofUser);
    const ofSubject = ofUser.get(subject) ?? new Set<string>();
    ofUser.set(subject, ofSubject.add(name));
  }

  /** An answer has left: by a change, by its age, or to make room. */
  #forget(name: string): void {
    const [user = '', subject = ''] = name.split(' ', 2);
    const ofUser = this.#names.get(Number(user));
    const ofSubject = ofUser?.get(subject);
    ofSubject?.delete(name);
    if (ofSubject?.size === 0) ofUser?.delete(subject);
    if (ofUser?.size === 0) this.#names.delete(Number(user));
  }
}
