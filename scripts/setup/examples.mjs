/** The tools' built-in example data, made once from data sets that the R packages carry. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './places.mjs';
import { step } from './terminal.mjs';

/** Makes the example inputs that are not there yet. */
export async function makeExamples() {
  /** @type {Record<string, { folder: string; example: { inputs: { file: string }[] } }>} */
  const tools = JSON.parse(readFileSync(join(root, 'tools/catalogue.json'), 'utf8')).tools;
  const files = Object.values(tools).flatMap(({ folder, example }) =>
    example.inputs.map(({ file }) => join(root, 'tools', folder, 'example', file)),
  );
  if (files.every((file) => existsSync(file))) return;
  await step("Making the tools' example data", 'examples', ['Rscript', '--vanilla', join(root, 'tools/examples.R')], {
    cwd: root,
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  });
}
