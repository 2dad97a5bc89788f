import { NEW_BOARD } from '@oncoloom/contract';
import { fileFieldOf, inputKind, isInput, matrixSource, type ToolDefinition } from '@oncoloom/tool-kit';
import { z } from 'zod';
import { fileNameOf } from '../../src/analyses/results/result-files.ts';
import { PASSWORD } from '../support/server.ts';
import type { Route } from '../support/whole.ts';
import { SECRETS } from './authorisation-secrets.ts';

/** What a user owns and a request may name. */
export const KINDS = ['analysis', 'file', 'directory', 'session', 'upload', 'share', 'board', 'project', 'report', 'fetch'] as const;
export type Kind = (typeof KINDS)[number];

/** Fields of bodies and queries that name something owned. A list of ids carries one. */
const ID_FIELDS: Record<string, Kind> = {
  analysis_id: 'analysis',
  source_analysis_id: 'analysis',
  file_id: 'file',
  file_ids: 'file',
  directory_id: 'directory',
  target_directory_id: 'directory',
  parent_id: 'directory',
  share_id: 'share',
  project_id: 'project',
  analysis_ids: 'analysis',
  old_analysis_id: 'analysis',
  new_analysis_id: 'analysis',
  board_ids: 'board',
};

/** What `:id` means, by the path before it. */
const PATH_IDS: [path: RegExp, kind: Kind][] = [
  [/^(\/api\/analysis|\/microarray\/quality-assessment\/download-report)\/:id/, 'analysis'],
  [/^\/api\/(bulk\/files|file|files)\/:id/, 'file'],
  [/^\/api\/directories\/:id/, 'directory'],
  [/^\/api\/user\/sessions\/:id/, 'session'],
  [/^\/api\/bulk\/files\/tus\/:id/, 'upload'],
  [/^\/api\/figure_boards\/:id/, 'board'],
  [/^\/api\/projects\/:id/, 'project'],
  [/^\/api\/gene_reports\/:id/, 'report'],
  [/^\/api\/accession_fetches\/:id/, 'fetch'],
];

/** Values for what a call cannot do without, so that it gets as far as looking for the thing it names. */
const SAMPLES: Record<string, unknown> = {
  task_type: 'limma_differential_analysis',
  task_name: '别人的任务',
  starred: true,
  look: { font_size: 8 },
  name: '新名',
  plot: 'volcano',
  fix: 'match_samples',
  dataset: 'acc',
  kind: 'survival',
  column: 'TPM',
  file_key: 'limma_tsv',
  table: 'limma',
  check: 'copies',
  // As the file is really called: another name is refused whoever asks.
  filename: `${fileNameOf({ name: SECRETS.analysis }, '差异表')}.tsv`,
  email: 'stranger@example.org',
  token: 'a-token-that-nobody-was-sent',
  password: PASSWORD,
  old_password: PASSWORD,
  new_password: 'another-horse-2',
  card_code: 'AAAA-BBBB-CCCC-DDDD',
  themes: [{ name: '论文', style: { font_size: 8 } }],
  default: null,
  figure: 'volcano',
  format: 'svg',
  revision: 1,
  number: 1,
  file: 'word',
  language: 'zh',
  references: 'gb',
  content: NEW_BOARD,
  // No number of a series: nothing is asked of GEO.
  accession: 'GSE',
  gene: 'FOXM1',
  cohort: 'acc',
  parts: ['partners'],
  files: ['GSE1_series_matrix.txt.gz'],
};

/** Calls that take a file beside fields: the fields that name something. No schema tells them. */
const MULTIPART: Record<string, Record<string, Kind>> = {
  'POST /api/bulk/files/upload': { directory_id: 'directory' },
};

/** Calls that change something and take nothing. */
const WITHOUT_BODY: readonly string[] = [
  'POST /api/ws_token',
  'POST /api/user/cancel-deletion',
  'POST /api/file/:id/revalidate',
  'POST /api/accession_fetches/:id/retry',
  'POST /api/projects/:id/rerun',
];

/** Resumable uploads speak by headers: no schema tells of these, and the metadata of a new one names its folder. */
const RESUMABLE = /^\/api\/bulk\/files\/tus/;
const UPLOAD_FIELDS: Record<string, Record<string, Kind>> = { 'POST /api/bulk/files/tus': { directory_id: 'directory' } };

/** A place where a request names something owned. */
export interface Reference {
  field: string;
  kind: Kind;
}

export interface Call {
  /** As a fault names it. */
  title: string;
  method: string;
  /** Undefined: the call names nothing. */
  about: Reference | undefined;
  /** The request about the thing `id`; whatever else it has to name is the caller's own. */
  build(id: unknown, caller: Caller): Promise<{ url: string; payload?: Buffer | string; headers?: Record<string, string> }>;
}

/** Who asks, with things of its own. */
export interface Caller {
  own(kind: Kind): Promise<unknown>;
  /** A file with the content of a tool's example input, or the analysis that such a file stands for. */
  exampleInput(tool: ToolDefinition, field: string): Promise<unknown>;
}

interface Fields {
  names: string[];
  required: string[];
  /** Of these a list is expected. */
  lists: Set<string>;
}

type JsonSchema = { properties?: Record<string, { type?: string }>; required?: string[] };

function fieldsOf(schema: unknown): Fields {
  if (schema === undefined) return { names: [], required: [], lists: new Set() };
  const { properties = {}, required = [] } = z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const lists = Object.keys(properties).filter((name) => properties[name]?.type === 'array' || name.endsWith('_ids'));
  return { names: Object.keys(properties), required, lists: new Set(lists) };
}

const looksLikeId = (name: string): boolean => /(^|_)ids?$/i.test(name);

function kindOfField(title: string, name: string): Kind {
  const kind = ID_FIELDS[name];
  if (kind === undefined)
    throw new Error(`${title} has a field "${name}" that looks like an id: say in ID_FIELDS of authorisation-requests.ts what it names`);
  return kind;
}

function kindOfPath(title: string, url: string): Kind {
  const found = PATH_IDS.find(([path]) => path.test(url));
  if (found === undefined) throw new Error(`${title} has an id in its path: say in PATH_IDS of authorisation-requests.ts what it names`);
  return found[1];
}

function sample(title: string, name: string): unknown {
  const value = SAMPLES[name];
  if (value === undefined)
    throw new Error(`${title} cannot do without "${name}": add a value for it to SAMPLES of authorisation-requests.ts`);
  return value;
}

function multipart(fields: Record<string, unknown>): { payload: Buffer; headers: Record<string, string> } {
  const parts = Object.entries(fields).map(([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  const file = '--x\r\ncontent-disposition: form-data; name="file"; filename="g.tsv"\r\n\r\nsample\tgroup\ns1\ta\ns2\tb\n\r\n--x--\r\n';
  return { payload: Buffer.from(parts.join('') + file), headers: { 'content-type': 'multipart/form-data; boundary=x' } };
}

function resumable(method: string, fields: Record<string, unknown>): { payload: Buffer; headers: Record<string, string> } {
  const encode = (value: unknown) => Buffer.from(String(value)).toString('base64');
  const metadata = Object.entries({ filename: 'g.tsv', ...fields }).map(([name, value]) => `${name} ${encode(value)}`);
  const ofMethod: Record<string, Record<string, string>> = {
    POST: { 'upload-length': '10', 'upload-metadata': metadata.join() },
    PATCH: { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
  };
  return { payload: Buffer.alloc(0), headers: { 'tus-resumable': '1.0.0', ...ofMethod[method] } };
}

const json = (body: unknown) => ({ payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } });

/** Every way in which a route can name something owned, one call each; a route that names nothing gives one call. */
export function callsOf(route: Route): Call[] {
  const { method, url } = route;
  const title = `${method} ${url}`;
  const schema = route.schema as { body?: unknown; querystring?: unknown } | undefined;
  const body = fieldsOf(schema?.body);
  const query = fieldsOf(schema?.querystring);
  const form = MULTIPART[title] ?? UPLOAD_FIELDS[title];
  const bodiless = WITHOUT_BODY.includes(title) || RESUMABLE.test(url);
  if (schema?.body === undefined && ['POST', 'PUT', 'PATCH'].includes(method) && form === undefined && !bodiless)
    throw new Error(`${title} declares no body: give it a schema, or name it in WITHOUT_BODY or MULTIPART of authorisation-requests.ts`);

  const words = [...url.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
  const references: Reference[] = [
    ...words.filter(looksLikeId).map((field) => ({ field: `:${field}`, kind: kindOfPath(title, url) })),
    ...[...body.names, ...query.names].filter(looksLikeId).map((field) => ({ field, kind: kindOfField(title, field) })),
    ...Object.entries(form ?? {}).map(([field, kind]) => ({ field, kind })),
  ];

  const call = (about: Reference | undefined): Call => ({
    title: about === undefined ? title : `${title} by ${about.field}`,
    method,
    about,
    build: async (id, caller) => {
      const valueFor = async (name: string, place: Fields) => {
        const value = name === about?.field ? id : looksLikeId(name) ? await caller.own(kindOfField(title, name)) : sample(title, name);
        return looksLikeId(name) && place.lists.has(name) ? [value] : value;
      };
      const fill = async (place: Fields) => {
        const names = place.names.filter((name) => name === about?.field || place.required.includes(name));
        return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await valueFor(name, place)] as const)));
      };
      let path = url;
      for (const word of words) {
        const value = !looksLikeId(word)
          ? sample(title, word)
          : about?.field === `:${word}`
            ? id
            : await caller.own(kindOfPath(title, url));
        path = path.replace(`:${word}`, encodeURIComponent(String(value)));
      }
      const search = new URLSearchParams((await fill(query)) as Record<string, string>).toString();
      const whole = search === '' ? path : `${path}?${search}`;
      if (RESUMABLE.test(url))
        return { url: whole, ...resumable(method, form === undefined || about === undefined ? {} : { [about.field]: id }) };
      if (form !== undefined) return { url: whole, ...multipart(about === undefined ? {} : { [about.field]: id }) };
      return { url: whole, ...(schema?.body === undefined ? {} : json(await fill(body))) };
    },
  });
  return references.length === 0 ? [call(undefined)] : references.map(call);
}

/** Calls that take the fields of a tool: what those name only the tool's declaration tells. */
export const TOOL_CALLS: readonly string[] = ['create', 'estimate', 'check', 'preview'].map((verb) => `POST /api/${verb}_analysis`);

interface ToolReference extends Reference {
  parameter: string;
}

/** Every spelling under which a tool takes an id, with the parameter that it feeds. */
function toolReferences(tool: ToolDefinition): ToolReference[] {
  const matrix = matrixSource(tool.parameters);
  return Object.entries(tool.parameters).flatMap(([parameter, declared]): ToolReference[] => {
    if (!isInput(declared)) return [];
    // Under the other kinds' own names things are written out, or public.
    const kind = declared.kind === 'analysis' ? 'analysis' : ['file', 'files'].includes(declared.kind) ? 'file' : undefined;
    const own = kind === undefined ? [] : [parameter, ...(declared.aliases ?? [])].map((field) => ({ field, parameter, kind }) as const);
    const ownedParts: Record<string, Kind> = { file: 'file', analysis: 'analysis', analyses: 'analysis' };
    const further = (inputKind(declared).fields?.(declared) ?? []).flatMap(([field, part]): ToolReference[] => {
      const owned = ownedParts[part];
      return owned === undefined ? [] : [{ field, parameter, kind: owned }];
    });
    const earlier = parameter === matrix?.name ? [{ field: matrix.sourceField, parameter, kind: 'analysis' as const }] : [];
    return [...own, ...further, ...earlier];
  });
}

/** A tool's calls about each thing that its fields can name; the rest of the request is the tool's example with the caller's own files. */
export function toolCallsOf(title: string, tool: ToolDefinition): Call[] {
  const [method = '', url = ''] = title.split(' ');
  const references = toolReferences(tool);
  return references.map((about) => ({
    title: `${title} (${tool.taskType}) by ${about.field}`,
    method,
    about,
    build: async (id, caller) => {
      const rivals = (tool.oneOf ?? []).find((names) => names.includes(about.parameter)) ?? [about.parameter];
      const others = Object.keys(tool.example.files).filter((name) => !rivals.includes(name));
      const files = others.map(async (name) => [fileFieldOf(tool.parameters, name), await caller.exampleInput(tool, name)]);
      const { when } = tool.parameters[about.parameter] ?? {};
      // A field that is hidden is not read.
      const shown = when === undefined ? {} : { [when.parameter]: when.is[0] };
      const fields = { ...tool.example.parameters, ...shown, ...Object.fromEntries(await Promise.all(files)), [about.field]: id };
      return { url, ...json({ task_type: tool.taskType, ...fields }) };
    },
  }));
}
