import type { InputParameter } from '@oncoloom/tool-kit';
import { isInput, type Parameter } from '@oncoloom/tool-kit';
import type { ReactNode } from 'react';
import { Segments } from '../../base/parts/segments.tsx';
import { AnalysisField } from '../fields/analysis-field.tsx';
import { CohortField } from '../fields/cohort-field.tsx';
import { FileField } from '../fields/file-field.tsx';
import { FilesField } from '../fields/files-field.tsx';
import { GeneListField } from '../fields/gene-list-field.tsx';
import { GeneSetCollectionField } from '../fields/gene-set-collection-field.tsx';
import { GeneSetsField } from '../fields/gene-sets-field.tsx';
import { GridField } from '../fields/grid-field.tsx';
import { GroupsField } from '../fields/groups-field.tsx';
import { PlatformField } from '../fields/platform-field.tsx';
import { RankedGenesField } from '../fields/ranked-genes-field.tsx';
import { ReferenceSetsField } from '../fields/reference-sets-field.tsx';
import { SampleTableField } from '../fields/sample-table-field.tsx';
import { SignatureField } from '../fields/signature-field.tsx';
import { SurvivalField } from '../fields/survival-field.tsx';
import { TableField } from '../fields/table-field.tsx';
import { sourceInView } from '../form/form-state.ts';
import type { ToolForm } from '../form/use-tool-form.ts';

interface Props<P extends Parameter> {
  name: string;
  parameter: P;
  form: ToolForm;
}

// A method: the field of a certain parameter is then a field of parameters, without a cast.
interface FieldOf<P extends InputParameter> {
  Field(props: Props<P>): ReactNode;
}
/** A kind of input without a field does not compile. */
type Fields = { [K in InputParameter['kind']]: FieldOf<Extract<InputParameter, { kind: K }>> };

const FIELDS = {
  file: { Field: FileField },
  files: { Field: FilesField },
  'groups-table': { Field: GroupsField },
  table: { Field: TableField },
  analysis: { Field: AnalysisField },
  platform: { Field: PlatformField },
  cohort: { Field: CohortField },
  'gene-list': { Field: GeneListField },
  'ranked-genes': { Field: RankedGenesField },
  'survival-data': { Field: SurvivalField },
  'sample-table': { Field: SampleTableField },
  'gene-set-collection': { Field: GeneSetCollectionField },
  'gene-sets': { Field: GeneSetsField },
  'reference-sets': { Field: ReferenceSetsField },
  signature: { Field: SignatureField },
  grid: { Field: GridField },
} as const satisfies Fields;

/** The field of an input, by its kind. */
export function InputField({ name, parameter, form }: Props<Parameter>) {
  if (!isInput(parameter)) return null;
  const { Field }: FieldOf<InputParameter> = FIELDS[parameter.kind];
  return <Field name={name} parameter={parameter} form={form} />;
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
