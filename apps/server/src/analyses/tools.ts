import { join } from 'node:path';
import { canonicalTaskType } from '@oncoloom/contract';
import { type DocumentBlock, fieldsOf, type ToolDefinition } from '@oncoloom/tool-kit';
import { catalogue } from '@oncoloom/tools';
import { ApiError } from '../platform/errors.ts';
import { ROOT } from '../platform/root.ts';
import { ToolTexts } from './texts/methods.ts';

/** The installed tools by task type, with their folders and texts. */
export class ToolRegistry {
  readonly texts: ToolTexts;
  /** Every field that a request for any of them may have. */
  readonly fields: ReadonlySet<string>;
  readonly #root: string;
  readonly #byType: ReadonlyMap<string, (typeof catalogue)[number]>;

  /** @param root The folder of the tools; with `entries`, other tools than those of the product. */
  constructor(root = join(ROOT, 'tools'), entries = catalogue) {
    this.#root = root;
    this.#byType = new Map(entries.map((entry) => [entry.tool.taskType as string, entry]));
    this.fields = new Set(entries.flatMap(({ tool }) => fieldsOf(tool)));
    this.texts = new ToolTexts(root);
  }

  get all(): readonly ToolDefinition[] {
    return [...this.#byType.values()].map((entry) => entry.tool);
  }

  get(taskType: string): ToolDefinition | undefined {
    return this.#byType.get(canonicalTaskType(taskType) ?? '')?.tool;
  }

  /** Throws 422 when there is no such tool. */
  require(taskType: string): ToolDefinition {
    const tool = this.get(taskType);
    if (tool === undefined)
      throw new ApiError(422, `没有「${taskType.slice(0, 60)}」这种分析，请核对 task_type`, {
        errors: [{ field: 'task_type', detail: '没有这种分析' }],
      });
    return tool;
  }

  /** Folder of a tool below `tools/`. */
  folder(tool: ToolDefinition): string {
    const entry = this.#byType.get(tool.taskType);
    if (entry === undefined) throw new Error(`${tool.taskType} is not installed`);
    return entry.folder;
  }

  /** What a document of a tool holds. */
  documentContents(tool: ToolDefinition, document: string): readonly DocumentBlock[] {
    const contents = this.#byType.get(tool.taskType)?.documents[document];
    if (contents === undefined) throw new Error(`${tool.taskType} does not tell what its document ${document} holds`);
    return contents;
  }

  examplePath(tool: ToolDefinition, file: string): string {
    return join(this.#root, this.folder(tool), 'example', file);
  }

  runScript(tool: ToolDefinition): string {
    return join(this.#root, this.folder(tool), 'run.R');
  }
}
