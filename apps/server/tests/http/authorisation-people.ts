import { randomUUID } from 'node:crypto';
import { PROJECTS_MAX } from '@oncoloom/contract';
import { type AnalysisParameter, exampleFileType, handoverOf, type ToolDefinition } from '@oncoloom/tool-kit';
import { eq, isNull } from 'drizzle-orm';
import { SignJWT } from 'jose';
import { seriesFetches } from '../../src/accessions/tables.ts';
import { sessions, users } from '../../src/accounts/tables.ts';
import { analyses } from '../../src/analyses/tables.ts';
import type { App } from '../../src/app.ts';
import { directories, type FileRecord, files, uploads } from '../../src/files/tables.ts';
import { readSecret } from '../../src/platform/config.ts';
import { geneReports, projects } from '../../src/projects/tables.ts';
import { runsAtOnce } from '../support/examples.ts';
import { PASSWORD } from '../support/server.ts';
import type { Caller, Kind } from './authorisation-requests.ts';
import { SECRETS } from './authorisation-secrets.ts';

/** Ids that nothing has. */
export const ABSENT: Record<Kind, unknown> = {
  analysis: 999_999_999,
  file: 999_999_999,
  directory: 999_999_999,
  session: randomUUID(),
  upload: randomUUID(),
  share: 999_999_999,
  board: 999_999_999,
  project: 999_999_999,
  report: 999_999_999,
  fetch: randomUUID(),
};

const DAY_MS = 24 * 3600 * 1000;

export interface Person extends Caller {
  id: number;
  email: string;
  token: string;
}

/** Makes users and things that they own. Things are made from one analysis and files of the tools' examples, read and run once. */
export class People {
  readonly #app: App;
  #analysis: typeof analyses.$inferSelect | undefined;
  #files: FileRecord[] = [];
  #made = 0;

  constructor(app: App) {
    this.#app = app;
  }

  /** Runs an example to its end and has an example's file of each type read. */
  async prepare(): Promise<void> {
    const { app } = { app: this.#app };
    const runner = await this.add();
    const { id } = await app.analyses.create(runner.id, { task_type: 'limma_differential_analysis', example: true });
    const read = new Set<string | undefined>();
    for (const tool of app.tools.all.filter(runsAtOnce)) {
      const types = Object.keys(tool.example.files).flatMap((field) => {
        const parameter = tool.parameters[field];
        // Any table is no ranking: of several columns of numbers it is asked which is meant.
        return parameter === undefined ? [] : [parameter.kind === 'ranked-genes' ? 'ranking' : exampleFileType(parameter)];
      });
      if (types.every((type) => read.has(type))) continue;
      await app.analyses.estimate(runner.id, { task_type: tool.taskType, example: true });
      for (const type of types) read.add(type);
    }
    this.#files = await app.database.select().from(files).where(isNull(files.userId));
    for (;;) {
      const [row] = await app.database.select().from(analyses).where(eq(analyses.id, id));
      if (row?.status === 'failed') throw new Error(`the example failed: ${row.errorMessage}`);
      if (row?.status === 'completed') {
        this.#analysis = row;
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** A new user, signed in. */
  async add(email?: string): Promise<Person> {
    this.#made += 1;
    const address = email ?? `stranger${this.#made}@example.org`;
    const device = { agent: 'test', address: `198.51.${this.#made >> 8}.${this.#made & 255}` };
    const token = await this.#app.accounts.register({ email: address, password: PASSWORD }, device);
    const { id } = await this.#app.accounts.authenticate(token);
    const own = (kind: Kind) => this.thing(id, kind, '自己的');
    return { id, email: address, token, own, exampleInput: (tool, field) => this.#exampleInput(id, tool, field) };
  }

  /** A user whose things others ask for: everything of it carries a secret. */
  async owner(): Promise<Person> {
    const owner = await this.add(`${SECRETS.email}-${this.#made}@hospital.example`);
    const { username, institution } = SECRETS;
    await this.#app.database
      .update(users)
      .set({ username: `${username}${this.#made}`, institution })
      .where(eq(users.id, owner.id));
    return { ...owner, own: (kind) => this.thing(owner.id, kind) };
  }

  /** Makes something owned; without a name it carries the owner's secret one. */
  async thing(userId: number, kind: Kind, name?: string): Promise<unknown> {
    switch (kind) {
      case 'analysis':
        return this.#analysisOf(userId, name ?? SECRETS.analysis);
      case 'file':
        return this.#fileOf(
          userId,
          this.#template((row) => row.fileType === 'groups'),
          name ?? SECRETS.file,
          null,
        );
      case 'directory':
        return this.#directoryOf(userId, name ?? SECRETS.directory);
      case 'upload':
        return this.#uploadOf(userId, name ?? SECRETS.file);
      case 'share':
        return this.#shareOf(userId, name ?? SECRETS.analysis);
      case 'project':
        return this.#projectOf(userId, name ?? SECRETS.project);
      case 'report':
        return this.#reportOf(userId, name ?? SECRETS.project);
      case 'board':
        return (await this.#app.boards.create(userId, name ?? SECRETS.board)).id;
      case 'fetch':
        return this.#fetchOf(userId, name ?? SECRETS.series);
      case 'session':
        return this.#sessionOf(userId, name ?? SECRETS.agent);
    }
  }

  /** A project; earlier ones go before there are as many as a user may have. */
  async #projectOf(userId: number, name: string): Promise<number> {
    const ofUser = eq(projects.userId, userId);
    if ((await this.#app.database.$count(projects, ofUser)) >= PROJECTS_MAX - 1) await this.#app.database.delete(projects).where(ofUser);
    return (await this.#app.projects.create(userId, { name, notes: '' })).id;
  }

  /** A report on a gene whose analyses are gone. */
  async #reportOf(userId: number, gene: string): Promise<number> {
    const projectId = await this.#projectOf(userId, gene);
    const row = { userId, projectId, gene, cohort: { code: 'acc', label: 'TCGA-ACC' }, steps: [], endedAt: new Date() };
    const [added] = await this.#app.database.insert(geneReports).values(row).returning();
    return added?.id ?? 0;
  }

  /** A file of a series that could not be fetched. */
  async #fetchOf(userId: number, name: string): Promise<string> {
    const id = randomUUID();
    const ended = { refusal: { detail: '没有取到' }, endedAt: new Date() };
    await this.#app.database.insert(seriesFetches).values({ id, userId, accession: 'GSE1', name, path: 'GSE1', size: 0, ...ended });
    return id;
  }

  #template(matches: (row: FileRecord) => boolean): FileRecord {
    const row = this.#files.find(matches);
    if (row === undefined) throw new Error('no example file fits');
    return row;
  }

  #exampleInput(userId: number, tool: ToolDefinition, field: string): Promise<number> {
    const parameter = tool.parameters[field];
    if (parameter?.kind === 'analysis') return this.#sourceOf(userId, tool, field, parameter);
    const name = tool.example.files[field]?.name;
    // A file of its type answers as the example's own, which was perhaps not read.
    const template = this.#files.find((row) => row.name === name);
    const type = parameter === undefined ? undefined : exampleFileType(parameter);
    return this.#fileOf(userId, template ?? this.#template((row) => row.fileType === type), `自己的-${name}`, null);
  }

  async #analysisOf(userId: number, name: string): Promise<number> {
    if (this.#analysis === undefined) throw new Error('prepare() comes first');
    const { id: _, ...row } = this.#analysis;
    const [added] = await this.#app.database
      .insert(analyses)
      .values({ ...row, userId, name, queueJob: null })
      .returning();
    return added?.id ?? 0;
  }

  /** A result that a parameter accepts, as a part draws from its parent's: of a tool that makes such, with the table that is taken. */
  async #sourceOf(userId: number, tool: ToolDefinition, field: string, { matrix }: AnalysisParameter): Promise<number> {
    const made = this.#app.tools.all.find((source) => handoverOf(source, tool, field)?.table !== undefined);
    const table = made && handoverOf(made, tool, field)?.table;
    const { result } = this.#analysis ?? {};
    const [first] = result?.tables ?? [];
    if (made === undefined || table === undefined || result == null || first === undefined)
      throw new Error(`nothing is made that ${field} of ${tool.taskType} accepts`);
    const { blob, facts: read } = this.#template((row) => row.fileType === 'expression' && row.facts?.matrix !== undefined);
    const facts = read?.matrix;
    const values = matrix === true && facts !== undefined ? { matrix: { blob, facts } } : {};
    const id = await this.#analysisOf(userId, '自己的');
    await this.#app.database
      .update(analyses)
      .set({ taskType: made.taskType, result: { ...result, tables: [{ ...first, id: table, ...values }] } })
      .where(eq(analyses.id, id));
    return id;
  }

  async #shareOf(userId: number, recipient: string): Promise<number> {
    const analysisId = await this.#analysisOf(userId, recipient);
    return (await this.#app.shares.create(userId, analysisId, { recipient })).id;
  }

  async #fileOf(userId: number, template: FileRecord, name: string, directoryId: number | null): Promise<number> {
    const { id: _, ...row } = template;
    const [added] = await this.#app.database
      .insert(files)
      .values({ ...row, userId, directoryId, name })
      .returning();
    return added?.id ?? 0;
  }

  async #directoryOf(userId: number, name: string): Promise<number> {
    const [added] = await this.#app.database
      .insert(directories)
      .values({ userId, name: `${name} ${randomUUID().slice(0, 8)}` })
      .returning();
    const id = added?.id ?? 0;
    await this.#fileOf(
      userId,
      this.#template((row) => row.fileType === 'groups'),
      SECRETS.file,
      id,
    );
    return id;
  }

  /** A resumable upload that has become a file. */
  async #uploadOf(userId: number, name: string): Promise<string> {
    const template = this.#template((row) => row.fileType === 'groups');
    const fileId = await this.#fileOf(userId, template, name, null);
    const id = randomUUID();
    await this.#app.database
      .insert(uploads)
      .values({ id, userId, size: 10, name, metadata: { filename: name }, fileId, endedAt: new Date() });
    return id;
  }

  async #sessionOf(userId: number, agent: string, expiresAt = new Date(Date.now() + DAY_MS)): Promise<string> {
    const id = randomUUID();
    await this.#app.database.insert(sessions).values({ id, userId, agent, address: '192.0.2.1', expiresAt });
    return id;
  }

  /** A bearer token as the server signs it, or nearly. */
  async token(
    person: Person,
    { key = readSecret(this.#app.config), expires = '1d' }: { key?: Uint8Array; expires?: string } = {},
  ): Promise<string> {
    return new SignJWT({ sid: await this.#sessionOf(person.id, 'test') })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('oncoloom')
      .setSubject(String(person.id))
      .setExpirationTime(expires)
      .sign(key);
  }

  /** A token that is good but for its session, which has ended by its time. */
  async tokenOfOldSession(person: Person): Promise<string> {
    const token = await this.token(person);
    await this.#app.database
      .update(sessions)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(sessions.userId, person.id));
    return token;
  }
}
