import type { LineageStep, ProjectRow, StaleReason } from '@oncoloom/contract';

export const projectPath = (id: number): string => `/projects/${id}`;

/** A name that no project of the list has. */
export function freeName(taken: readonly { name: string }[]): string {
  const names = new Set(taken.map(({ name }) => name));
  let number = 1;
  while (names.has(`课题 ${number}`)) number += 1;
  return `课题 ${number}`;
}

/** What is in a project, in words. */
export function countsText({ analyses, files, boards }: ProjectRow['counts']): string {
  return `${analyses} 次分析 · ${files} 个文件 · ${boards} 个拼图`;
}

const PACKAGES_NAMED = 4;

function packagesText(packages: Extract<StaleReason, { kind: 'packages' }>['packages']): string {
  const named = packages.slice(0, PACKAGES_NAMED).map(({ name, from, to }) => `${name} ${from} → ${to}`);
  return `${named.join('，')}${packages.length > PACKAGES_NAMED ? ` 等 ${packages.length} 个` : ''}`;
}

/** Why a step is out of date, in a sentence. */
export function reasonText(reason: StaleReason): string {
  switch (reason.kind) {
    case 'file':
      return `用的文件「${reason.name}」有了新版本`;
    case 'parent_replaced':
      return `上一步「${reason.name}」重新运行过，结果变了`;
    case 'parent_stale':
      return `上一步「${reason.name}」已经过期`;
    case 'tool':
      return `工具从 ${reason.from} 版换成了 ${reason.to} 版`;
    case 'packages':
      return `软件包换了版本：${packagesText(reason.packages)}`;
    case 'release':
      return reason.from === reason.to
        ? `用的「${reason.name}」更新了内容`
        : `用的「${reason.name}」从 ${reason.from} 更新到了 ${reason.to}`;
  }
}

export const staleSteps = (steps: readonly LineageStep[]): LineageStep[] =>
  steps.filter(({ stale, outside }) => stale.length > 0 && !outside);
