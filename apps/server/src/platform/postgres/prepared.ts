import type { Queryable } from './database.ts';

/**
 * A query that is built once for a database and prepared once on each of its connections: for what every call asks. The builder
 * ends with `.prepare(name)`; names are of the whole program, and one name stands for one text.
 * @returns the query for a database, to be executed with its placeholders' values; within a transaction it is built anew.
 */
export function prepared<Query>(build: (db: Queryable) => Query): (db: Queryable) => Query {
  const built = new WeakMap<Queryable, Query>();
  return (db) => {
    const known = built.get(db) ?? build(db);
    built.set(db, known);
    return known;
  };
}

/** The same for a query of several shapes, such as a list with some of its filters; their number has to be small. */
export function preparedShapes<Shape, Query>(
  key: (shape: Shape) => string,
  build: (db: Queryable, shape: Shape, key: string) => Query,
): (db: Queryable, shape: Shape) => Query {
  const built = new WeakMap<Queryable, Map<string, Query>>();
  return (db, shape) => {
    const shapes = built.get(db) ?? new Map<string, Query>();
    built.set(db, shapes);
    const name = key(shape);
    const known = shapes.get(name) ?? build(db, shape, name);
    shapes.set(name, known);
    return known;
  };
}
