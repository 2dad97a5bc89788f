import { defineTool } from '@oncoloom/tool-kit';
import { EMPTY_FORM } from '../../src/tool-page/form/form-state.ts';
import type { ToolForm } from '../../src/tool-page/form/use-tool-form.ts';
import { entryOf } from './page.tsx';

const tool = defineTool(await entryOf('go_enrichment').load());
const nothing = () => undefined;

/** A form that nothing has been filled into, with what a test wants otherwise. */
export function formOf(part: Partial<ToolForm>): ToolForm {
  return {
    tool,
    state: EMPTY_FORM,
    values: {},
    origins: {},
    facts: {},
    body: { task_type: tool.taskType },
    missing: [],
    findings: [],
    estimate: undefined,
    errors: [],
    blocked: false,
    refusal: undefined,
    settling: false,
    checking: false,
    unchecked: false,
    errorOf: nothing,
    setValue: nothing,
    setValues: nothing,
    setInput: nothing,
    setSource: nothing,
    setTaskName: nothing,
    setExample: nothing,
    fix: nothing,
    fileFixOf: nothing,
    undo: nothing,
    takeTemplate: nothing,
    replace: nothing,
    showMissing: nothing,
    ...part,
  };
}
