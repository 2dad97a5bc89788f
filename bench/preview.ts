/**
 * `npm run bench:preview`: from a changed field to the new figure on the screen, in the built page with Chromium, for every plotting tool: a
 * pasted table of 1,000 rows, the heatmap of 1,000 × 100. The middle of seven changes, and what of it is the pause that lets a word be typed
 * (settle), the server's answer (request) and the drawing. Then tables of 50,000 × 50 that are pasted: until the page takes or refuses them.
 *
 * Another server than an own one: `npm run bench:preview -- http://127.0.0.1:8080 email password`.
 */
import { cpus, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { ServerProcess } from '../apps/server/tests/support/process.ts';
import { BROWSER } from '../e2e/support/browser.ts';
import { median } from './measures.ts';
import { BIG_TABLES, type Change, PREVIEW_CASES, type PreviewCase } from './preview-cases.ts';

const LIMIT_MS = 300;
const HEATMAP_LIMIT_MS = 600;
const PASTE_LIMIT_MS = 1_000;

interface Times {
  total: number;
  settle: number;
  request: number;
  drawing: number;
}

/** In the page: changes a field, and answers when the preview has come to rest. */
async function timeChange([where, text]: Change): Promise<Times> {
  const area = document.querySelector('.live-preview');
  const control = document.querySelector<HTMLElement>(where);
  if (area === null || control === null) throw new Error(`no control ${where}`);
  const asked = performance.getEntriesByName(new URL('/api/preview_analysis', location.href).href).length;
  let painted = Number.NaN;
  let last = Number.NaN;
  const observer = new MutationObserver(() => {
    last = performance.now();
    painted = Number.NaN;
    const at = last;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        if (last === at) painted = performance.now();
      };
      port2.postMessage(0);
    });
  });
  observer.observe(area, { subtree: true, childList: true, attributes: true, characterData: true });
  const began = performance.now();
  if (control instanceof HTMLInputElement && text !== '') {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
    set?.call(control, text);
    control.dispatchEvent(new Event('input', { bubbles: true }));
  } else control.click();
  const answers = () => performance.getEntriesByName(new URL('/api/preview_analysis', location.href).href) as PerformanceResourceTiming[];
  const deadline = began + 15_000;
  // The last drawing has been painted, and nothing has moved since.
  while (answers().length === asked || area.getAttribute('aria-busy') === 'true' || !(performance.now() - painted > 250)) {
    if (performance.now() > deadline) throw new Error(`no new preview after ${where} = ${text}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  observer.disconnect();
  const answer = answers().at(-1) as PerformanceResourceTiming;
  return {
    total: painted - began,
    settle: answer.startTime - began,
    request: answer.responseEnd - answer.startTime,
    drawing: painted - answer.responseEnd,
  };
}

/** In the page: pastes a table as from a spreadsheet; answers how long the page was held, and until it says what it made of it. */
async function timePaste(text: string): Promise<{ held: number; told: number; words: string }> {
  const area = document.querySelector('textarea');
  const data = new DataTransfer();
  data.setData('text/plain', text);
  const before = document.body.innerText;
  const began = performance.now();
  // What the page does not take itself, the browser puts into the field.
  if (area?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))) {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, text);
    area.dispatchEvent(new Event('input', { bubbles: true }));
  }
  const held = performance.now() - began;
  const words = () => document.querySelector('.field-error, .chosen-text')?.textContent ?? '';
  while (words() === '' || document.body.innerText === before) {
    if (performance.now() - began > 20_000) throw new Error('the page says nothing of the pasted table');
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  return { held, told: performance.now() - began, words: words() };
}

async function open(page: Page, url: string, { path }: Pick<PreviewCase, 'path'>): Promise<void> {
  await page.goto(url + path);
  await page.getByRole('button', { name: '开始分析' }).waitFor();
  await page.locator('.ant-segmented-item', { hasText: /^粘贴/ }).first().click();
  await page.locator('textarea').first().waitFor();
}

async function measure(page: Page, url: string, one: PreviewCase): Promise<Record<string, string>> {
  await open(page, url, one);
  await page.evaluate(timePaste, one.table());
  for (const [field, value] of one.first ?? []) await page.locator(`[data-field="${field}"] input`).first().fill(value);
  const drawn = page.locator('.live-preview[aria-busy=false] .figure-area').locator('svg, canvas').first();
  await drawn.waitFor({ timeout: 60_000 }).catch(async () => {
    throw new Error(`${one.name} draws nothing: ${await page.locator('.live-preview').innerText()}`);
  });
  const times: Times[] = [];
  for (const change of one.changes) times.push(await page.evaluate(timeChange, change));
  const middle = (part: keyof Times) => Math.round(median(times.map((time) => time[part])));
  const limit = one.name === 'heatmap_analysis' ? HEATMAP_LIMIT_MS : LIMIT_MS;
  const total = middle('total');
  return {
    tool: one.name,
    'on screen': `${total} ms`,
    settle: `${middle('settle')} ms`,
    request: `${middle('request')} ms`,
    drawing: `${middle('drawing')} ms`,
    limit: total <= limit ? `held (${limit})` : `NOT held (${limit})`,
  };
}

async function logIn(browser: Browser, url: string, email: string, password: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 1000 }, locale: 'zh-CN' });
  // Functions that run in the page are named by a helper of the compiler, which the page lacks.
  await page.addInitScript('globalThis.__name = (named) => named');
  await page.goto(`${url}/login`);
  await page.getByLabel('邮箱或用户名').fill(email);
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByRole('button', { name: '登录' }).click();
  await page.waitForURL('**/home');
  return page;
}

/** The engine serves with its first packages, and loads the others beside for some seconds, on one of the processors. */
async function everythingLoaded(url: string): Promise<void> {
  while ((await (await fetch(`${url}/status`)).text()).includes('先加载常用的程序包')) await sleep(500);
  // Its children settle one after the other.
  await sleep(3_000);
}

async function main(): Promise<void> {
  const [given, name, word, ...only] = process.argv.slice(2);
  const server = given === undefined ? await ServerProcess.start() : undefined;
  const [, email = name ?? '', password = word ?? ''] = /Demo account: (\S+) \/ (\S+)/.exec(server?.output ?? '') ?? [];
  const browser = await chromium.launch(BROWSER);
  try {
    const url = server?.url ?? given ?? '';
    if (server !== undefined) await everythingLoaded(url);
    const page = await logIn(browser, url, email, password);
    const rows: Record<string, string>[] = [];
    for (const one of PREVIEW_CASES) if (only.length === 0 || only.includes(one.name)) rows.push(await measure(page, url, one));
    console.table(rows);
    const pasted: Record<string, string>[] = [];
    for (const { name, path, table } of only.length === 0 || only.includes('paste') ? BIG_TABLES : []) {
      await open(page, url, { path });
      const { held, told, words } = await page.evaluate(timePaste, table());
      const limit = told <= PASTE_LIMIT_MS ? 'held' : 'NOT held';
      pasted.push({ table: name, held: `${Math.round(held)} ms`, told: `${Math.round(told)} ms`, limit, words: words.slice(0, 60) });
    }
    console.table(pasted);
    process.stdout.write(`${cpus().length} processors, load ${loadavg()[0]?.toFixed(1)}\n`);
  } finally {
    await browser.close();
    await server?.stop();
  }
}

await main();
