import { FAMILY_ROOTS, type Family, type TaskPage } from '@oncoloom/contract';

/**
 * A place in a menu of the specification, and its addresses.
 *
 * @param place In the family's menu; see `TaskPage`. @param folder Of the addresses, below the family's.
 * @param form,result Last parts of the addresses of the form and of a result, whose number stands for the part with a colon.
 */
export function page(family: Family, place: number, section: string, folder: string, form = 'analysis', result = 'result/:id'): TaskPage {
  const root = `${FAMILY_ROOTS[family]}/${folder}`;
  return { family, place, section, routes: { analysis: `${root}/${form}`, result: `${root}/${result}` } };
}

/** The same for a tool that the specification does not count. */
export const furtherPage = (...args: Parameters<typeof page>): TaskPage => ({ ...page(...args), further: true });
