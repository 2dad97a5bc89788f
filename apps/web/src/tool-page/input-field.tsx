import type { Parameter } from '@oncoloom/tool-kit';
import { Segments } from '../app/segments.tsx';

import { AnalysisField } from './fields/analysis-field.tsx';
import { CohortField } from './fields/cohort-field.tsx';
import { FileField } from './fields/file-field.tsx';
import { FilesField } from './fields/files-field.tsx';
import { GroupsField } from './fields/groups-field.tsx';
import { PlatformField } from './fields/platform-field.tsx';
import { TableField } from './fields/table-field.tsx';
import { sourceInView } from './form-state.ts';
import type { ToolForm } from './use-tool-form.ts';

interface Props {
  name: string;
  parameter: Parameter;
  form: ToolForm;
}

/** The field of an input, by its kind. */
export function InputField({ name, parameter, form }: Props) {
  switch (parameter.kind) {
    case 'file':
      return <FileField name={name} parameter={parameter} form={form} />;
    case 'files':
      return <FilesField name={name} parameter={parameter} form={form} />;
    case 'groups-table':
      return <GroupsField name={name} parameter={parameter} form={form} />;
    case 'table':
      return <TableField name={name} parameter={parameter} form={form} />;
    case 'analysis':
      return <AnalysisField name={name} parameter={parameter} form={form} />;
    case 'platform':
      return <PlatformField name={name} parameter={parameter} form={form} />;
    case 'cohort':
      return <CohortField name={name} parameter={parameter} form={form} />;
    default:
      return null;
  }
}

/** Inputs of which exactly one is used: a choice of the source, and the field of the chosen one. */
export function Alternatives({ form, group }: { form: ToolForm; group: readonly string[] }) {
  const { tool, state } = form;
  const shown = sourceInView(state, group);
  const parameter = tool.parameters[shown];
  const first = group[0] ?? '';
  return (
    <div className="field is-wide">
      <Segments
        aria-label="数据的来源"
        value={shown}
        options={group.map((name) => ({ value: name, label: tool.parameters[name]?.label ?? name }))}
        onChange={(next) => form.setSource(first, String(next))}
      />
      <div className="alternative">{parameter !== undefined && <InputField name={shown} parameter={parameter} form={form} />}</div>
    </div>
  );
}
