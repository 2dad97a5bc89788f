import type { Directory } from '@oncoloom/contract';
import type { DirectoryRecord } from '../tables.ts';

/** All folders of one user, as they stand in one transaction. */
export class DirectoryTree {
  readonly #rows = new Map<number, DirectoryRecord>();
  readonly #children = new Map<number | null, DirectoryRecord[]>();
  readonly #fileCounts: ReadonlyMap<number | null, number>;

  /** @param fileCounts files in each folder itself; null is the root. */
  constructor(rows: readonly DirectoryRecord[], fileCounts: ReadonlyMap<number | null, number> = new Map()) {
    this.#fileCounts = fileCounts;
    const byName = new Intl.Collator('zh-CN', { numeric: true });
    for (const row of [...rows].sort((a, b) => byName.compare(a.name, b.name) || a.id - b.id)) {
      this.#rows.set(row.id, row);
      const siblings = this.#children.get(row.parentId) ?? [];
      siblings.push(row);
      this.#children.set(row.parentId, siblings);
    }
  }

  get size(): number {
    return this.#rows.size;
  }

  get(id: number): DirectoryRecord | undefined {
    return this.#rows.get(id);
  }

  /** From the root down to the folder itself. */
  line(id: number): DirectoryRecord[] {
    const line: DirectoryRecord[] = [];
    for (let row = this.get(id); row !== undefined; row = row.parentId === null ? undefined : this.get(row.parentId)) line.unshift(row);
    return line;
  }

  /** 0 is the root's. */
  depth(id: number | null): number {
    return id === null ? 0 : this.line(id).length;
  }

  /** Levels that a folder with all below it takes; 1 for a folder without folders. */
  height(id: number): number {
    return 1 + Math.max(0, ...this.childrenOf(id).map((child) => this.height(child.id)));
  }

  /** Is `id` the folder `ancestor` or anywhere below it? */
  isWithin(id: number, ancestor: number): boolean {
    return this.line(id).some((row) => row.id === ancestor);
  }

  /** A folder and everything below it. */
  subtree(id: number): number[] {
    return [id, ...this.childrenOf(id).flatMap((child) => this.subtree(child.id))];
  }

  childrenOf(id: number | null): readonly DirectoryRecord[] {
    return this.#children.get(id) ?? [];
  }

  fileCount(id: number | null): number {
    return this.#fileCounts.get(id) ?? 0;
  }

  path(id: number): string {
    return `/${this.line(id)
      .map(({ name }) => name)
      .join('/')}`;
  }

  /** @param deep with all folders below it. */
  view(row: DirectoryRecord, deep = false): Directory {
    return {
      id: row.id,
      name: row.name,
      description: row.description,
      parent_id: row.parentId,
      path: this.path(row.id),
      file_count: this.fileCount(row.id),
      created_at: row.createdAt.toISOString(),
      updated_at: row.updatedAt.toISOString(),
      children: deep ? this.childrenOf(row.id).map((child) => this.view(child, true)) : [],
    };
  }
}
