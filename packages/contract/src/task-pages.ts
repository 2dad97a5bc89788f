/** Where the pages of every task type stand, in the order in which menus show them. */
import { FAMILIES, FAMILY_ROOTS, type Family, type TaskPage } from './task.ts';
import { TASK_TYPES, type TaskType, taskOf } from './tasks.ts';

interface PlacedPage extends TaskPage {
  taskType: TaskType;
}

/** All pages of tools. */
export const TASK_PAGES: readonly PlacedPage[] = TASK_TYPES.flatMap((taskType) =>
  taskOf(taskType).pages.map((page) => ({ ...page, taskType })),
).sort((a, b) => FAMILIES.indexOf(a.family) - FAMILIES.indexOf(b.family) || a.place - b.place);

/** A page of the specification that belongs to no task type: it introduces the tools of its folder, and is counted with them. */
export const INTRO_PAGES: readonly { family: Family; section: string; path: string; title: string }[] = [
  { family: 'tcga', section: '机器学习', path: `${FAMILY_ROOTS.tcga}/machine_learning/intro`, title: '预后建模导引' },
];
