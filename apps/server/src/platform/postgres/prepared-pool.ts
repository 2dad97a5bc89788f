import { type Connection, Pool, type QueryResult, type Submittable } from 'pg';
import { serialize } from 'pg-protocol';

/** A statement as drizzle hands over what was prepared by name: rows come as arrays. */
interface NamedStatement {
  name: string;
  text: string;
  types: { getTypeParser(type: number, format: 'text'): (text: string) => unknown };
}

type Value = string | number | boolean | null;
type Done = (error?: Error, result?: Pick<QueryResult<unknown[]>, 'rows'>) => void;

/** The driver's connection, with what its types leave out: texts of the statements that PostgreSQL knows on it, by name. */
type Link = Connection & { parsedStatements: Record<string, string | undefined> };

const DESCRIBE = serialize.describe({ type: 'P', name: '' });
const RUN = Buffer.concat([serialize.execute(), serialize.sync()]);

/** How the columns of a statement are read, which PostgreSQL need tell but once on a connection: they stay, or it refuses the statement. */
const described = new WeakMap<Link, Map<string, ((text: string) => unknown)[]>>();

/**
 * Runs a named statement with a single write. The driver's own query sends four messages, asks for the description of the columns each time,
 * and reads it again: on a call with one query that was a tenth of its processor time.
 */
class PreparedQuery implements Submittable {
  readonly name: string;
  readonly text: string;
  /** Set by the pool. */
  callback: Done | undefined;
  readonly #types: NamedStatement['types'];
  readonly #values: readonly Value[];
  readonly #rows: unknown[][] = [];
  #columns: ((text: string) => unknown)[] = [];
  #link: Link | undefined;
  #fault: Error | undefined;

  constructor({ name, text, types }: NamedStatement, values: readonly Value[]) {
    this.name = name;
    this.text = text;
    this.#types = types;
    this.#values = values;
  }

  submit(connection: Connection): Error | undefined {
    const link = connection as Link;
    const { name, text } = this;
    const parsed = link.parsedStatements[name];
    if (parsed !== undefined && parsed !== text) return new Error(`'${name}' was prepared as another statement`);
    const columns = parsed === undefined ? undefined : described.get(link)?.get(name);
    this.#link = link;
    this.#columns = columns ?? [];
    const values = this.#values.map((value) => (value === null ? null : String(value)));
    const bind = serialize.bind({ statement: name, values });
    const first = parsed === undefined ? [serialize.parse({ name, text }), bind, DESCRIBE] : [bind, DESCRIBE];
    // A connection that has just broken tells all its queries so.
    if (link.stream.writable) link.stream.write(Buffer.concat([...(columns === undefined ? first : [bind]), RUN]));
    return undefined;
  }

  handleRowDescription({ fields }: { fields: readonly { dataTypeID: number }[] }): void {
    this.#columns = fields.map(({ dataTypeID }) => this.#types.getTypeParser(dataTypeID, 'text'));
    if (this.#link === undefined) return;
    const known = described.get(this.#link) ?? new Map();
    described.set(this.#link, known.set(this.name, this.#columns));
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    try {
      this.#rows.push(fields.map((text, i) => (text === null ? null : this.#columns[i]?.(text))));
    } catch (error) {
      this.#fault = error as Error;
    }
  }

  handleReadyForQuery(): void {
    if (this.#fault === undefined) this.callback?.(undefined, { rows: this.#rows });
    else this.callback?.(this.#fault);
  }

  handleError(error: Error): void {
    this.callback?.(error);
  }

  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyData(): void {}
  handleCopyInResponse(): void {}
}

const isNamed = (query: unknown): query is NamedStatement =>
  typeof query === 'object' && query !== null && 'rowMode' in query && query.rowMode === 'array' && 'name' in query && !!query.name;

const isPlain = (value: unknown): value is Value =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** A pool of connections on which named statements cost little; all else is the driver's. */
export class PreparedPool extends Pool {
  // biome-ignore lint/suspicious/noExplicitAny: stands for each of the driver's overloads.
  override query(...given: any[]): any {
    const [statement, values = []] = given;
    const ours = given.length <= 2 && isNamed(statement) && Array.isArray(values) && values.every(isPlain);
    const [query, ...rest] = ours ? [new PreparedQuery(statement, values)] : given;
    return super.query(query, ...rest);
  }
}
