import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as contract from '@oncoloom/contract';
import { catalogue } from '@oncoloom/tools';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCards } from '../../src/billing/cards.ts';
import { ROOT } from '../../src/platform/root.ts';
import { PASSWORD } from '../support/server.ts';
import { createWholeServer, type WholeServer } from '../support/whole.ts';
import {
  BULK_PAGES,
  CALLS,
  CARD_CODE_WITH_HYPHENS,
  CONSTANTS,
  FIRST_PAGES,
  LAYOUT_PAGES,
  MESSAGES,
  OLD_PATHS,
  OPEN_PAGES,
  PLAN_TABLE,
  PLOTTING_PAGES,
  PREMIUM_TYPES,
  PUBLIC_PAGES,
  TASK_TYPE_ALIASES,
  TASK_TYPES,
  TCGA_PAGES,
  TOOL_NUMBERS,
  USER_FIELDS,
} from './platform-specification.ts';

interface RouteShape {
  path?: string;
  children?: RouteShape[];
}

/** The browser's own table of routes. It is no part of this program's types: the browser's code has others. */
async function webModule<T>(file: string): Promise<T> {
  return (await import(join(ROOT, 'apps/web/src', file))) as T;
}

const flatten = (routes: readonly RouteShape[]): string[] =>
  routes.flatMap(({ path, children = [] }) => [...(path === undefined ? [] : [path]), ...flatten(children)]);

/** The route patterns that a path of the specification may have: a page of one result may carry its id. */
function patternOf(path: string): RegExp {
  const text = path.replace('{result}', '(result/)?:\\w+').replaceAll('{id}', ':\\w+');
  return new RegExp(`^${text}${path.endsWith('detail') ? '(/:\\w+)?' : ''}$`);
}

let whole: WholeServer;
let paths: string[];
let redirects: Map<string, string>;

beforeAll(async () => {
  whole = await createWholeServer();
  paths = flatten((await webModule<{ routes: RouteShape[] }>('app/routes.tsx')).routes);
  type Redirects = [from: string, to: string][];
  const { LEGACY_REDIRECTS, SECTION_REDIRECTS } =
    await webModule<Record<'LEGACY_REDIRECTS' | 'SECTION_REDIRECTS', Redirects>>('base/paths.ts');
  redirects = new Map([...LEGACY_REDIRECTS, ...SECTION_REDIRECTS]);
});
afterAll(() => whole?.close());

const hasPage = (page: string): boolean => paths.some((path) => patternOf(page).test(path));

describe('section 2: routes', () => {
  const all = [...PUBLIC_PAGES, ...LAYOUT_PAGES, ...TCGA_PAGES, ...BULK_PAGES, ...PLOTTING_PAGES];

  it('answers every page: by the tool itself, or where it is not there yet by leading on', () => {
    expect(all.filter((page) => !hasPage(page))).toEqual([]);
  });

  it('has the pages of its tools where they are specified, and no other ones but those of further task types', () => {
    const specified = [...TCGA_PAGES, ...BULK_PAGES, ...PLOTTING_PAGES];
    const isSpecified = (path: string) => specified.some((page) => patternOf(page).test(path));
    const elsewhere = contract.TASK_PAGES.filter(({ routes }) => !Object.values(routes).every(isSpecified));
    expect(elsewhere.filter(({ further }) => further !== true)).toEqual([]);
    const placed = contract.TASK_PAGES.flatMap(({ routes }) => Object.values(routes));
    const intros = contract.INTRO_PAGES.map(({ path }) => path);
    expect(specified.filter((page) => ![...placed, ...intros].some((path) => patternOf(page).test(path)))).toEqual([]);
    for (const { tool } of catalogue)
      for (const { routes } of tool.pages) expect(placed).toEqual(expect.arrayContaining(Object.values(routes)));
  });

  it('counts as many tools of each category as specified, an introduction and no plot of another tool among them', () => {
    const counted = contract.TASK_PAGES.filter(
      ({ taskType, further }) => further !== true && contract.taskOf(taskType).partOf === undefined,
    );
    for (const [family, count] of Object.entries(TOOL_NUMBERS)) {
      const pages = [...counted, ...contract.INTRO_PAGES].filter((page) => page.family === family);
      expect([family, pages.length]).toEqual([family, count]);
    }
  });

  it('has every task type that is specified, and places none twice in one family', () => {
    expect(contract.TASK_TYPES).toEqual(expect.arrayContaining(TASK_TYPES));
    for (const [alias, type] of Object.entries(TASK_TYPE_ALIASES)) expect(contract.canonicalTaskType(alias)).toBe(type);
    const places = contract.TASK_PAGES.map(({ taskType, family }) => `${taskType} ${family}`);
    expect(new Set(places).size).toBe(places.length);
  });

  it('leads old paths and sections on, machine_learning to its intro', () => {
    for (const [from, to] of [...FIRST_PAGES, ...OLD_PATHS]) {
      // An id is called :id; old pages of one result are known with and without it.
      expect([from, redirects.get(from.replace('{id}', ':id'))]).toEqual([from, to.replace('{id}', ':id')]);
    }
    for (const from of redirects.keys()) expect(paths).toContain(from);
  });

  it('leads unknown paths to /404', () => {
    expect(paths).toContain('*');
  });

  it('opens four paths without a token', async () => {
    const { OPEN_PATHS } = await webModule<{ OPEN_PATHS: readonly string[] }>('accounts/guard.ts');
    expect([...OPEN_PATHS].sort()).toEqual([...OPEN_PAGES].sort());
  });
});

describe('sections 3 and 7: the calls', () => {
  let token: string;
  const email = 'conformance@example.org';

  const call = async (name: string, payload?: object) => {
    const [method, url = ''] = name.split(' ');
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const answer = await whole.server.inject({ method: method as 'GET', url, headers, ...(payload === undefined ? {} : { payload }) });
    return { status: answer.statusCode, body: answer.json() as Record<string, unknown> };
  };

  it('are all there', () => {
    const registered = new Set(whole.routes.map(({ method, url }) => `${method} ${url}`));
    expect(CALLS.map((entry) => entry.call).filter((name) => !registered.has(name))).toEqual([]);
  });

  it('take the payload and answer the fields that are named', async () => {
    token = (await call('POST /api/register', { email, password: PASSWORD })).body.access_token as string;
    const [card] = await makeCards(whole.app.database, { plan: 'month', count: 1, batch: 'conformance' });
    const payloads: Record<string, object> = {
      'POST /api/login': { username: `  ${email} `, password: PASSWORD },
      'POST /api/ws_token': {},
      'POST /api/user/redeem_card': { card_code: card?.code },
      'POST /api/user/resend-verification-email': { email },
      'POST /api/user/forgot-password': { email },
      'GET /api/user/info': {},
      'GET /api/user/profile': {},
      'GET /api/user/subscription_status': {},
      'GET /api/user/xhs-note': {},
    };
    for (const { call: name, payload, answer } of CALLS.filter((entry) => entry.call in payloads)) {
      const sent = payloads[name] ?? {};
      expect(Object.keys(sent)).toEqual(expect.arrayContaining(payload));
      const { status, body } = await call(name, name.startsWith('GET') ? undefined : sent);
      expect([name, status]).toEqual([name, 200]);
      expect(Object.keys(body)).toEqual(expect.arrayContaining(answer));
    }
  });

  it('refuse with a detail and a status that means what the specification says', async () => {
    const refusals: [name: string, payload: object | undefined, status: number][] = [
      ['POST /api/login', { username: email, password: 'wrong-1' }, 422],
      ['POST /api/user/redeem_card', { card_code: '' }, 422],
      ['POST /api/user/redeem_card', { card_code: 'abc' }, 422],
      ['POST /api/user/change-password', { old_password: 'wrong-1', new_password: PASSWORD }, 422],
      ['POST /api/user/verify-email', { token: 'unknown' }, 422],
      ['POST /api/user/reset-password', { token: 'unknown', new_password: PASSWORD }, 422],
    ];
    for (const [name, payload, expected] of refusals) {
      const { status, body } = await call(name, payload);
      expect([name, status, typeof body.detail]).toEqual([name, expected, 'string']);
      expect(body.detail).toMatch(/[\u4e00-\u9fff]/);
    }
    const empty = await call('POST /api/user/redeem_card', { card_code: '' });
    const wrong = await call('POST /api/user/redeem_card', { card_code: 'abc' });
    expect([empty.body.detail, wrong.body.detail]).toEqual([contract.CARD_EMPTY, contract.CARD_WRONG]);
  });

  it('show an account by its address where it has no name', async () => {
    const { body } = await call('GET /api/user/info');
    expect(Object.keys(body)).toEqual(expect.arrayContaining(USER_FIELDS));
    expect([body.username, contract.USER_TYPES.includes(body.user_type as contract.UserType)]).toEqual(['conformance', true]);
  });
});

describe('section 6: premium types', () => {
  it('are the 15', () => {
    const specified = contract.TASK_TYPES.filter((type) => TASK_TYPES.includes(type));
    expect(specified.filter((type) => contract.taskOf(type).premium).sort()).toEqual([...PREMIUM_TYPES].sort());
    for (const type of ['survival_nomogram', 'machine_learning_key_gene'] as const) expect(contract.taskOf(type).premium).toBe(false);
  });
});

describe('section 9: constants', () => {
  it('are the contract’s', () => {
    expect(contract).toMatchObject(CONSTANTS);
    expect('K7QF-2M9X-TB4C-8RWE').toHaveLength(CARD_CODE_WITH_HYPHENS);
    expect(contract.CARD_CODE.test('K7QF-2M9X-TB4C-8RWE')).toBe(true);
  });

  it('price the plans', () => {
    const table = contract.PLANS.map(({ days, price, points, popular, recommended }) => ({
      months: days === 365 ? 12 : days / 30,
      price,
      points,
      mark: popular ? 'popular' : recommended ? 'recommended' : '',
    }));
    expect(table).toEqual(PLAN_TABLE);
  });

  it('hold no more tools than specified', () => {
    for (const [family, count] of Object.entries(TOOL_NUMBERS))
      expect(
        catalogue.filter(
          ({ tool }) => tool.partOf === undefined && tool.pages.some((page) => page.family === family && page.further !== true),
        ).length,
      ).toBeLessThanOrEqual(count);
  });
});

const specification = join(ROOT, '../shared/spec/spec-1-platform.txt');

describe.skipIf(!existsSync(specification))(
  'the transcription (skipped where the specification does not lie beside the repository)',
  () => {
    const text = existsSync(specification) ? readFileSync(specification, 'utf8') : '';
    const section = (number: number): string => text.split(/^## (?=\d+\.)/m).find((part) => part.startsWith(`${number}.`)) ?? '';

    it('has every call of section 7', () => {
      const rows = [...section(7).matchAll(/^\| ((?:GET|POST|PUT|DELETE) \S+) \|/gm)].map((match) => match[1]);
      expect(rows.length).toBeGreaterThan(10);
      expect(CALLS.map((entry) => entry.call)).toEqual(rows);
    });

    it('has every path of section 2', () => {
      const transcribed = [...PUBLIC_PAGES, ...LAYOUT_PAGES, ...TCGA_PAGES, ...BULK_PAGES, ...PLOTTING_PAGES, ...FIRST_PAGES.flat()].join(
        '\n',
      );
      // Whole paths, the parts of paths, and names that are written like them.
      const routing = section(2).split('### Layout')[0] ?? '';
      const written = [...routing.matchAll(/(?<![\w-])\/?[a-z]+(?:[/_-][a-z{}]+)+/gi)].map((match) => match[0]);
      expect(written.length).toBeGreaterThan(60);
      const prose = ['path-style', 'sub-section', 'single-gene', 'time-dependent', 'top-level', 'GSEA/GSVA'];
      const parts = written.filter((name) => !prose.includes(name)).map((name) => name.replace(/^\//, '').replace(/\{\w+\}/g, ''));
      expect(parts.filter((part) => !transcribed.includes(part))).toEqual([]);
    });

    it('has every premium type of section 6', () => {
      const listed = /Premium-only task types[^:]*: ([^.]+)\./.exec(section(6))?.[1]?.split(', ');
      expect(listed).toEqual(PREMIUM_TYPES);
    });

    it('has every quoted text', () => {
      const quoted = [2, 4, 5, 8].flatMap((number) =>
        [...section(number).matchAll(/(?<![A-Za-z])'([^'\n]+)'(?![A-Za-z])/g)].map((match) => match[1]),
      );
      expect([...new Set(quoted)].sort()).toEqual([...MESSAGES].sort());
    });

    it('has every number of section 9', () => {
      const known = new Set<number>([
        ...Object.values(CONSTANTS),
        ...Object.values(TOOL_NUMBERS),
        ...PLAN_TABLE.flatMap(({ months, price, points }) => [months, price, points]),
        CARD_CODE_WITH_HYPHENS,
      ]);
      // Times that the contract keeps in milliseconds.
      const units: Record<string, number> = { '5-minute': 5 * 60_000, '60 s': 60_000 };
      const body = section(9).replace(/^.*\n/, '');
      const numbers = [...body.matchAll(/5-minute|60 s\b|\d+/g)].map(([word]) => units[word] ?? Number(word));
      expect(numbers.length).toBeGreaterThan(25);
      expect(numbers.filter((number) => !known.has(number))).toEqual([]);
    });
  },
);
