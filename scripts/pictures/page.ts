import { join } from 'node:path';
import { DRAWING_VERSION } from '@oncoloom/figures/file';
import { menu } from '@oncoloom/tools/menu';
import { COLOURS } from '../../apps/web/src/base/look/colours.ts';

export const PICTURES = join(import.meta.dirname, '../../docs/images');
export const PICTURE_NAMES = ['sign-up', 'home', 'tool', 'example', 'summary', 'result', 'methods'] as const;

/**
 * The page beside the pictures: what they show, by which a test knows that they are of an earlier product. Tools that a menu folds away are not in
 * them.
 */
export function picturesPage(): string {
  const shown = menu.filter(({ further }) => !further);
  const lists = [...new Set(shown.map(({ family }) => family))].map((family) => {
    const titles = shown.filter((entry) => entry.family === family).map(({ title }) => title);
    return `- ${family}: ${titles.join(', ')}`;
  });
  return `# Pictures of the pages

For the README and for quick start. \`npm run pictures\` takes them with the tests of the browser, from public data (ONCOLOOM_SHARED, or \`../shared/data\`
beside the repository). They show drawing version ${DRAWING_VERSION}, the accent ${COLOURS.light.accent} and these menus:

${lists.join('\n')}
`;
}
