import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fillTemplate, type ToolDefinition } from '@oncoloom/tool-kit';
import { type CohortStore, extractFiles } from '../../cohorts/service.ts';
import { ROOT } from '../../platform/root.ts';
import type { Storage } from '../../storage/storage.ts';
import { inputPath, requestFor } from '../run/engine-request.ts';
import type { AnalysisRecord, StoredResult } from '../tables.ts';
import { citationsOf, methodsOf } from '../texts/methods.ts';
import { resultWords } from '../texts/words.ts';
import type { ToolRegistry } from '../tools.ts';
import type { Packed } from './pack.ts';

/** Where what a run read, and what computed it, is found. */
export interface ComputationParts {
  storage: Pick<Storage, 'path'>;
  cohorts: Pick<CohortStore, 'release'>;
  tools: ToolRegistry;
}

const METHODS = `## 中文

{{zh}}

## English

{{en}}
`;

/** All that computes a result again, and what it gave: parameters, inputs, tables, methods, versions, scripts. */
export async function packComputation(
  pack: Packed,
  parts: ComputationParts,
  tool: ToolDefinition,
  analysis: AnalysisRecord,
  result: StoredResult,
): Promise<void> {
  const words = resultWords(tool, analysis.values, result);
  const methods = await parts.tools.texts.methods(parts.tools.folder(tool));
  pack.text('parameters.json', `${JSON.stringify(analysis.values, null, 2)}\n`);
  pack.text('request.json', `${JSON.stringify(requestFor(tool, analysis), null, 2)}\n`);
  pack.text(
    'inputs.json',
    `${JSON.stringify(
      analysis.inputs.map(({ field, name, sha256, rows, columns, ...input }) => ({
        ...(input.cohort === undefined ? {} : { code: input.cohort.code, release: input.cohort.release }),
        field,
        name,
        sha256,
        rows,
        columns,
        path: inputPath({ field, name, sha256, rows, columns, ...input }),
      })),
      null,
      2,
    )}\n`,
  );
  const told = methodsOf(analysis, methods, words);
  pack.text('methods.md', fillTemplate(METHODS, { ...told }));
  pack.text('citations.txt', `${citationsOf(tool, words, told).join('\n')}\n`);
  pack.text(
    'session-info.txt',
    `${Object.entries(result.versions)
      .map(([name, version]) => `${name} ${version}`)
      .join('\n')}\n`,
  );
  for (const input of analysis.inputs) {
    if (input.cohort === undefined) await pack.blob(inputPath(input), input.blob);
    else {
      const { code, folder } = input.cohort;
      const release = await parts.cohorts.release(code, folder);
      const files = release === undefined ? [] : await extractFiles(release, result.cohortReads?.[code] ?? {});
      for (const file of files) {
        const path = `${inputPath(input)}/${file.name}`;
        if ('bytes' in file) pack.bytes(path, file.bytes);
        else pack.file(path, file.path, file.sha256);
      }
    }
  }
  for (const table of result.tables) await pack.blob(`tables/${table.id}.tsv`, table.sha256);
  await packCode(pack, parts.tools, tool);
}

/** The engine's functions, the tool, its entry of the catalogue, and the script that ties them together. */
async function packCode(pack: Packed, tools: ToolRegistry, tool: ToolDefinition): Promise<void> {
  const engine = join(ROOT, 'engine');
  for (const name of (await readdir(join(engine, 'R'), { recursive: true })).sort()) {
    if (name.endsWith('.R')) pack.text(`engine/R/${name}`, await readFile(join(engine, 'R', name), 'utf8'));
  }
  const sources = (tool.libraries ?? []).map((name) => `${name}.cpp`);
  for (const name of sources.length === 0 ? [] : [...sources, 'Makevars'])
    pack.text(`engine/src/${name}`, await readFile(join(engine, 'src', name), 'utf8'));
  const catalogue = JSON.parse(await readFile(join(ROOT, 'tools', 'catalogue.json'), 'utf8')) as { tools: Record<string, unknown> };
  pack.text('tools/catalogue.json', `${JSON.stringify({ tools: { [tool.taskType]: catalogue.tools[tool.taskType] } }, null, 1)}\n`);
  pack.text(`tools/${tools.folder(tool)}/run.R`, await readFile(tools.runScript(tool), 'utf8'));
  pack.text('reproduce.R', await readFile(join(engine, 'reproduce.R'), 'utf8'));
}
