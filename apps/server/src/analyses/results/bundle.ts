import type { Readable } from 'node:stream';
import { fillTemplate, SIMULATED_NOTE, shownFigures, type ToolDefinition, WORD_TABLE } from '@oncoloom/tool-kit';
import { ApiError } from '../../platform/errors.ts';
import type { StoredBlob } from '../../storage/storage.ts';
import { type FigureDrawing, figureDrawing } from '../figures/figure-drawing.ts';
import { isPrinted } from '../paper/documents.ts';
import type { AnalysisRecord, StoredResult } from '../tables.ts';
import { isSimulated } from '../texts/simulated.ts';
import { type ComputationParts, packComputation } from './computation.ts';
import { Pack } from './pack.ts';

/** Makes the files of the result that go into it. */
interface FileMaker {
  find(analysis: AnalysisRecord, fileKey: string): Promise<{ make(): Promise<StoredBlob> }>;
}

/** Of each figure. */
const BUNDLED_FORMATS = ['pdf', 'svg'] as const;

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

/**
 * Packs a result: parameters, inputs, scripts, tables, figures, methods, versions, citations. Unzipped on a machine with the
 * R packages, `Rscript reproduce.R` computes the tables again.
 */
export async function bundleStream(
  parts: ComputationParts,
  renderer: FileMaker,
  tool: ToolDefinition,
  analysis: AnalysisRecord,
  result: StoredResult,
): Promise<Readable> {
  const pack = new Pack(parts.storage);
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
  pack.text('README.md', fillTemplate(README, about));
  await packComputation(pack, parts, tool, analysis, result);
  const addWord = async (name: string, fileKey: string) =>
    pack.blob(`word/${name}.docx`, (await (await renderer.find(analysis, fileKey)).make()).sha256);
  for (const table of result.tables.filter((one) => isPrinted(tool, one))) await addWord(table.id, `${table.id}_docx`);
  for (const [figure] of shownFigures(tool, result.tables)) await addWord(`${figure}_legend`, `${figure}_legend`);
  for (const [figure] of shownFigures(tool, result.tables)) {
    pack.text(`figures/${figure}.json`, `${JSON.stringify(drawnFrom(figureDrawing(tool, analysis, result, figure, null)), null, 2)}\n`);
    try {
      for (const format of BUNDLED_FORMATS) {
        const drawn = await (await renderer.find(analysis, `${figure}_${format}`)).make();
        await pack.blob(`figures/${figure}.${format}`, drawn.sha256);
      }
    } catch (error) {
      // Data that have no such figure: the tables and all else are there.
      if (!(error instanceof ApiError && error.status === 422)) throw error;
      pack.text(`figures/${figure}.txt`, `没有画这张图：${error.message}\n`);
    }
  }
  for (const document of Object.keys(tool.documents ?? {})) {
    const written = await (await renderer.find(analysis, `${document}_pdf`)).make();
    await pack.blob(`documents/${document}.pdf`, written.sha256);
  }
  return pack.end();
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
