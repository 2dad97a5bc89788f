import { REFERENCES, TABLE_ENTRIES, TOOL_ENTRIES } from './entries.ts';

/** The gallery's page. @param version Of the drawing; a test compares it with the code's. */
export function galleryPage(version: number): string {
  const sections = [
    ...TOOL_ENTRIES.map(({ chart, taskType, published }) => ({
      chart,
      of: `the example of \`${taskType}\`${published === undefined ? '' : `; published: ${published}`}`,
    })),
    ...TABLE_ENTRIES.map(({ chart, source }) => ({ chart, of: source })),
  ].map(({ chart, of }) => {
    const reference = REFERENCES[chart];
    const heads = ['Chinese', 'English', ...(reference === undefined ? [] : [`by ${reference}`])];
    const pictures = ['zh', 'en', ...(reference === undefined ? [] : ['reference'])].map(
      (kind, i) => `![${chart}, ${heads[i]}](${chart}.${kind}.png)`,
    );
    return [
      `## ${chart}`,
      '',
      `Of ${of}.`,
      '',
      `| ${heads.join(' | ')} |`,
      `|${'---|'.repeat(heads.length)}`,
      `| ${pictures.join(' | ')} |`,
    ].join('\n');
  });
  return `# Gallery of figures

Every kind of figure at its printed size, as files hold it, in both languages. \`npm run gallery\` draws this page anew (drawing version ${version}). Where a
third picture stands, ggplot2 or survminer drew the same tables with its own defaults.

${sections.join('\n\n')}
`;
}
