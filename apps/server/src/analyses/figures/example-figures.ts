import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { completeStyle, fillTemplate, picturedOptions, shownFigures, type ToolDefinition, tellTool } from '@oncoloom/tool-kit';
import sharp from 'sharp';
import type { Drawing } from '../../drawing/drawing.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Previews } from '../forms/preview.ts';
import type { ToolRegistry } from '../tools.ts';

/** Twice as wide as the widest place that shows one, px. */
const WIDTH_PX = 960;

/** Whoever asks first has them drawn for everybody; more than there are never wait. */
const TURN = { owner: 'examples', waitingMax: 60 };

/** What a tool finds in its built-in example. */
export interface ExampleFigure {
  /** WebP. */
  picture: Buffer;
  /** Of the example's data. */
  about: string;
  headline: string;
}

/**
 * First figures of built-in examples, for pages that show what there is before anything is run, visitors' ones among them. Each is computed and
 * drawn once in a process, by the tool's own code.
 */
export class ExampleFigures {
  readonly #tools: ToolRegistry;
  readonly #previews: Pick<Previews, 'example'>;
  readonly #drawing: Pick<Drawing, 'draw'>;
  readonly #made = new Map<string, Promise<ExampleFigure>>();

  constructor(parts: { tools: ToolRegistry; previews: Pick<Previews, 'example'>; drawing: Pick<Drawing, 'draw'> }) {
    this.#tools = parts.tools;
    this.#previews = parts.previews;
    this.#drawing = parts.drawing;
  }

  /**
   * Of a plot, or of the tool that introduces the others; with an option, of a tool whose form pictures its options.
   * @throws ApiError 404 for any other, 503 while the engine warms up.
   */
  of(taskType: string, option?: string): Promise<ExampleFigure> {
    const tool = this.#tools.get(taskType);
    const pictured = tool === undefined ? undefined : picturedOptions(tool);
    const chosen = pictured?.options.find(({ value }) => String(value) === option);
    const shown = option === undefined ? tool?.preview === true || tool?.introduces === true : chosen !== undefined;
    if (tool === undefined || !shown) throw new ApiError(404, '这个工具没有示例图');
    const name = `${tool.taskType} ${option ?? ''}`;
    const known = this.#made.get(name);
    if (known !== undefined) return known;
    const making = this.#make(tool, pictured === undefined || chosen === undefined ? {} : { [pictured.field]: chosen.value });
    this.#made.set(name, making);
    // Another time the engine may be ready.
    making.catch(() => this.#made.delete(name));
    return making;
  }

  /** @param changes To the example's own values. */
  async #make(tool: ToolDefinition, changes: Readonly<Record<string, string | boolean>>): Promise<ExampleFigure> {
    const { tables, words, values, texts } = await this.#previews.example(tool, changes);
    const filled = Object.entries(tables).map(([table, text]) => ({ id: table, rows: text.trimEnd().split('\n').length - 1 }));
    const told = tellTool(tool, 'zh', 'gene');
    const [[id, figure] = []] = shownFigures(told, filled);
    if (id === undefined || figure === undefined) throw new Error(`${tool.taskType} has no figure`);
    const folder = await mkdtemp(join(tmpdir(), 'example-figure-'));
    try {
      const sources = Object.entries(figure.tables).flatMap(([role, table]) => {
        const [text, declaration] = [tables[table], told.tables[table]];
        return text === undefined || declaration === undefined ? [] : [{ role, text, declaration, path: join(folder, `${table}.tsv`) }];
      });
      await Promise.all(sources.map(({ path, text }) => writeFile(path, text)));
      const drawn = {
        figure: { ...figure, title: fillTemplate(figure.title, words) },
        tables: Object.fromEntries(sources.map(({ role, path, declaration }) => [role, { path, declaration }])),
        style: completeStyle(tool, id, values),
        words: { ...words, caption: texts[id]?.caption ?? '', alternative: texts[id]?.alternative ?? '' },
        notices: [],
        format: 'png',
      } as const;
      const png = await this.#drawing.draw(drawn, TURN);
      const picture = await sharp(png).resize({ width: WIDTH_PX }).webp({ quality: 90 }).toBuffer();
      return { picture, about: tool.example.title, headline: fillTemplate(told.texts.headline, words) };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}
