import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fillTemplate, SIMULATED_NOTE, shownFigures, type ToolDefinition, WORD_TABLE } from '@oncoloom/tool-kit';
import { ZipFile } from 'yazl';
import type { CohortStore } from '../../cohorts/service.ts';
import { extractFiles } from '../../cohorts/service.ts';
import { ApiError } from '../../platform/errors.ts';
import { ROOT } from '../../platform/root.ts';
import type { Storage, StoredBlob } from '../../storage/storage.ts';
import { type FigureDrawing, figureDrawing } from '../figures/figure-drawing.ts';
import { isPrinted } from '../paper/documents.ts';
import { inputPath, requestFor } from '../run/engine-request.ts';
import type { AnalysisRecord, StoredResult } from '../tables.ts';
import { citationsOf, methodsOf } from '../texts/methods.ts';
import { isSimulated } from '../texts/simulated.ts';
import { resultWords } from '../texts/words.ts';
import type { ToolRegistry } from '../tools.ts';

/** Makes the files of the result that go into it. */
interface FileMaker {
  find(analysis: AnalysisRecord, fileKey: string): Promise<{ make(): Promise<StoredBlob> }>;
}

/** Of each figure. */
const BUNDLED_FORMATS = ['pdf', 'svg'] as const;

/** One time for all entries: the same result packs into the same bytes. */
const ENTRY_TIME = new Date('2026-01-01T00:00:00Z');

const README = `# {{name}}

{{#notice}}**{{notice}}**

{{/notice}}{{title}}（{{task_type}} {{version}}），由瘤析 OncoLoom 计算，编号 {{id}}。

| 文件 | 内容 |
|---|---|
| parameters.json | 全部参数 |
| inputs/ | 输入数据；inputs.json 里有原始文件名和 SHA-256{{#cohort}}。公共队列只放这次读到的基因，全部数据可按 inputs.json 里的版本另取{{/cohort}} |
| tables/ | 结果表，制表符分隔，与计算时逐字节相同；用 Excel 查看请下载 xlsx，以 = + - @ 开头的名字在那里是文本 |
| word/ | 论文用的三线表（不超过 {{word_rows}} 行的表）和每张图的图注 |
| figures/ | 图：PDF、SVG，和画它用的表、样式（JSON） |
{{#documents}}| documents/ | {{documents}} |
{{/documents}}| methods.md、citations.txt | 方法段落（中、英文）和引用 |
| session-info.txt | R 和各软件包的版本 |
| engine/、tools/ | 计算用的代码 |
| reproduce.R | 重做一遍 |

## 重做一遍

在装有 R 和上述软件包的电脑上，进入本文件夹运行：

    Rscript reproduce.R

结果表写到 reproduced/，并与 tables/ 逐列比较；不一致时会指出是哪张表的哪一列。
`;

const METHODS = `## 中文

{{zh}}

## English

{{en}}
`;

/**
 * Packs a result: parameters, inputs, scripts, tables, figures, methods, versions, citations. Unzipped on a machine with the
 * R packages, `Rscript reproduce.R` computes the tables again.
 */
export async function bundleStream(
  parts: { storage: Pick<Storage, 'path'>; cohorts: Pick<CohortStore, 'release'>; tools: ToolRegistry },
  renderer: FileMaker,
  tool: ToolDefinition,
  analysis: AnalysisRecord,
  result: StoredResult,
): Promise<Readable> {
  const zip = new ZipFile();
  const packed = zip.outputStream as Readable;
  // A stored file that cannot be read ends the bundle; without listeners it would end the process.
  zip.on('error', (error) => packed.destroy(error));
  packed.on('error', () => undefined);
  const sums: string[] = [];
  const addText = (path: string, text: string) => addBytes(path, Buffer.from(text));
  const addBytes = (path: string, bytes: Buffer) => {
    sums.push(`${createHash('sha256').update(bytes).digest('hex')}  ${path}`);
    zip.addBuffer(bytes, path, { mtime: ENTRY_TIME });
  };
  const addFile = (path: string, source: string, sha256: string) => {
    sums.push(`${sha256}  ${path}`);
    zip.addFile(source, path, { mtime: ENTRY_TIME, mode: 0o644 });
  };
  const addBlob = async (path: string, sha256: string) => addFile(path, await parts.storage.path(sha256), sha256);

  const words = resultWords(tool, analysis.values, result);
  const methods = await parts.tools.texts.methods(parts.tools.folder(tool));
  const about = {
    name: analysis.name,
    title: tool.title,
    task_type: tool.taskType,
    version: tool.version,
    id: analysis.id,
    documents: Object.values(tool.documents ?? {})
      .map(({ title }) => `${title}，PDF`)
      .join('；'),
    notice: isSimulated(analysis) ? SIMULATED_NOTE : '',
    word_rows: WORD_TABLE.rows,
    cohort: analysis.inputs.some((input) => input.cohort !== undefined),
  };

  addText('README.md', fillTemplate(README, about));
  addText('parameters.json', `${JSON.stringify(analysis.values, null, 2)}\n`);
  addText('request.json', `${JSON.stringify(requestFor(tool, analysis), null, 2)}\n`);
  addText(
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
  addText('methods.md', fillTemplate(METHODS, { ...told }));
  addText('citations.txt', `${citationsOf(tool, words, told).join('\n')}\n`);
  addText(
    'session-info.txt',
    `${Object.entries(result.versions)
      .map(([name, version]) => `${name} ${version}`)
      .join('\n')}\n`,
  );
  for (const input of analysis.inputs) {
    if (input.cohort === undefined) await addBlob(inputPath(input), input.blob);
    else {
      const { code, folder } = input.cohort;
      const release = await parts.cohorts.release(code, folder);
      const files = release === undefined ? [] : await extractFiles(release, result.cohortReads?.[code] ?? {});
      for (const file of files) {
        const path = `${inputPath(input)}/${file.name}`;
        if ('bytes' in file) addBytes(path, file.bytes);
        else addFile(path, file.path, file.sha256);
      }
    }
  }
  for (const table of result.tables) await addBlob(`tables/${table.id}.tsv`, table.sha256);
  const addWord = async (name: string, fileKey: string) =>
    addBlob(`word/${name}.docx`, (await (await renderer.find(analysis, fileKey)).make()).sha256);
  for (const table of result.tables.filter((one) => isPrinted(tool, one))) await addWord(table.id, `${table.id}_docx`);
  for (const [figure] of shownFigures(tool, result.tables)) await addWord(`${figure}_legend`, `${figure}_legend`);
  for (const [figure] of shownFigures(tool, result.tables)) {
    addText(`figures/${figure}.json`, `${JSON.stringify(drawnFrom(figureDrawing(tool, analysis, result, figure, null)), null, 2)}\n`);
    try {
      for (const format of BUNDLED_FORMATS) {
        const drawn = await (await renderer.find(analysis, `${figure}_${format}`)).make();
        await addBlob(`figures/${figure}.${format}`, drawn.sha256);
      }
    } catch (error) {
      // Data that have no such figure: the tables and all else are there.
      if (!(error instanceof ApiError && error.status === 422)) throw error;
      addText(`figures/${figure}.txt`, `没有画这张图：${error.message}\n`);
    }
  }
  for (const document of Object.keys(tool.documents ?? {})) {
    const written = await (await renderer.find(analysis, `${document}_pdf`)).make();
    await addBlob(`documents/${document}.pdf`, written.sha256);
  }
  await addCode(addText, parts.tools, tool);
  addText('SHA256SUMS', `${sums.join('\n')}\n`);
  zip.end();
  return packed;
}

/** What a figure was drawn from, for whoever draws it again: kind, texts, table of each role, style. */
function drawnFrom({ figure, words, tables, style, notices, drawing }: FigureDrawing) {
  const { title, chart, columns } = figure;
  const paths = Object.entries(tables).map(([role, { id }]) => [role, `tables/${id}.tsv`]);
  return {
    title,
    caption: words.caption ?? '',
    notices,
    chart,
    drawing_version: drawing,
    tables: Object.fromEntries(paths),
    columns,
    style,
  };
}

/** The engine's functions, the tool, its entry of the catalogue, and the script that ties them together. */
async function addCode(addText: (path: string, text: string) => void, tools: ToolRegistry, tool: ToolDefinition): Promise<void> {
  const engine = join(ROOT, 'engine');
  for (const name of (await readdir(join(engine, 'R'), { recursive: true })).sort()) {
    if (name.endsWith('.R')) addText(`engine/R/${name}`, await readFile(join(engine, 'R', name), 'utf8'));
  }
  const sources = (tool.libraries ?? []).map((name) => `${name}.cpp`);
  for (const name of sources.length === 0 ? [] : [...sources, 'Makevars'])
    addText(`engine/src/${name}`, await readFile(join(engine, 'src', name), 'utf8'));
  const catalogue = JSON.parse(await readFile(join(ROOT, 'tools', 'catalogue.json'), 'utf8')) as { tools: Record<string, unknown> };
  addText('tools/catalogue.json', `${JSON.stringify({ tools: { [tool.taskType]: catalogue.tools[tool.taskType] } }, null, 1)}\n`);
  addText(`tools/${tools.folder(tool)}/run.R`, await readFile(tools.runScript(tool), 'utf8'));
  addText('reproduce.R', await readFile(join(engine, 'reproduce.R'), 'utf8'));
}
