import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { checkAll, type Health, type HealthChecks, partTitle } from './health.ts';
import { isOperator, type OperatorAccess } from './operator.ts';

const STYLE = `
body{margin:0;background:#F6F8F8;color:#16242B;font:14px/22px Inter,"PingFang SC","Noto Sans CJK SC","Microsoft YaHei",sans-serif;font-feature-settings:"tnum"}
main{max-width:960px;margin:0 auto;padding:32px 24px}
h1{font-size:22px;line-height:32px;margin:0 0 4px}h2{font-size:16px;margin:0}h3{font-size:13px;color:#5F6F77;font-weight:500;margin:16px 0 4px}
p{margin:0 0 20px;color:#44545C}
section{background:#fff;border:1px solid #E4E9EB;border-radius:10px;padding:16px 20px;margin:0 0 16px}
header{display:flex;justify-content:space-between;align-items:baseline;gap:12px}
.done{color:#25744A}.wait{color:#8A5200}
table{border-collapse:collapse;width:100%;margin-top:8px}
th{color:#5F6F77;font-weight:500;text-align:left}th,td{padding:6px 16px 6px 0;border-bottom:1px solid #E4E9EB;vertical-align:top;overflow-wrap:anywhere}
tr:last-child>*{border-bottom:0}td:first-child:nth-last-child(2){width:220px}`;

const escapeHtml = (value: unknown): string => String(value ?? '—').replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

function table(rows: readonly (readonly unknown[])[], columns?: readonly string[]): string {
  const head = columns ? `<thead><tr>${columns.map((name) => `<th>${escapeHtml(name)}</th>`).join('')}</tr></thead>` : '';
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`).join('');
  return `<table>${head}<tbody>${body}</tbody></table>`;
}

function section(name: string, health: Health): string {
  const percent = health.progress === undefined ? '' : ` ${Math.round(health.progress * 100)}%`;
  const state = health.ready ? '<span class="done">✓ 就绪</span>' : `<span class="wait">… 未就绪${percent}</span>`;
  return `<section><header><h2>${escapeHtml(partTitle(name))}</h2>${state}</header>
${health.missing ? `<p class="wait">${escapeHtml(health.missing)}</p>` : ''}
${health.facts ? table(Object.entries(health.facts)) : ''}
${(health.tables ?? []).map(({ title, columns, rows }) => `<h3>${escapeHtml(title)}</h3>${table(rows, columns)}`).join('')}</section>`;
}

function page(parts: readonly [string, Health][]): string {
  const ready = parts.every(([, health]) => health.ready);
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="5">
<title>运行状态 - 瘤析</title><style>${STYLE}</style></head><body><main><h1>运行状态</h1>
<p>${ready ? '一切就绪。' : '有部分还没有就绪。'}页面每 5 秒更新一次，${escapeHtml(new Date().toLocaleString('zh-CN', { hour12: false }))}。</p>
${parts.map(([name, health]) => section(name, health)).join('\n')}</main></body></html>`;
}

/** `/status`: the operator's page, for the machine itself where it is trusted; otherwise a browser asks for the operator's token as a password. */
export function statusPage(checks: HealthChecks, operator: OperatorAccess): FastifyPluginAsyncZod {
  return async (server) => {
    server.get('/status', { schema: { hide: true } }, async (request, reply) => {
      reply.header('cache-control', 'no-store');
      if (!isOperator(request, operator)) {
        const question = reply.code(401).header('www-authenticate', 'Basic realm="OncoLoom", charset="UTF-8"');
        return question.type('text/plain; charset=utf-8').send('请输入数据文件夹里 operator-token 的内容作为密码，用户名任意。');
      }
      return reply.type('text/html; charset=utf-8').send(page(await checkAll(checks, 'operator')));
    });
  };
}
