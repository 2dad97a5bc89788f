import { ExperimentOutlined } from '@ant-design/icons';
import { COLOURS } from '@oncoloom/contract';
import { exampleOf, fileTypesOf, type Parameter } from '@oncoloom/tool-kit';
import { Button } from 'antd';
import { Checks } from '../../files/checks.tsx';
import { ChosenCard } from '../../files/file-card.tsx';
import { matrixFindings, sortFindings } from '../../files/findings.ts';
import { type GroupMark, MatrixPreview } from '../../files/matrix-preview.tsx';
import { Field } from '../field.tsx';
import {
  alternativesOf,
  comparisonOf,
  type InputChoice,
  inputsInView,
  isData,
  isInUse,
  matrixOf,
  sourceInView,
} from '../form/form-state.ts';
import type { ToolForm } from '../form/use-tool-form.ts';
import { ProposedGroups } from '../proposed/proposed-groups.tsx';
import { ProposedSurvival } from '../proposed/proposed-survival.tsx';
import { StudyFollowUp } from '../study-follow-up.tsx';
import { StudyGroups } from '../study-groups.tsx';
import { CellsPreview } from './cells-preview.tsx';
import { Alternatives, InputField } from './input-field.tsx';

/** The example in place of the user's own inputs. */
function ExampleInputs({ form }: { form: ToolForm }) {
  const { tool, state } = form;
  const example = exampleOf(tool, state.example === false ? true : state.example) ?? tool.example;
  const names = Object.values(example.files).map(({ name }) => name);
  return (
    <Field id="example" label="示例数据" group wide help={example.description}>
      <ChosenCard
        title={example.title}
        icon={<ExperimentOutlined />}
        detail={names.join(' · ')}
        actions={
          <Button type="link" size="small" onClick={() => form.setExample(false)}>
            改用自己的数据
          </Button>
        }
      />
    </Field>
  );
}

/** Group of each sample, as far as the browser knows the rows. */
function groupOfSamples(choice: InputChoice | undefined): Map<string, string> {
  const table =
    choice?.from === 'rows'
      ? choice
      : choice?.from === 'file' && choice.file.facts?.table !== undefined
        ? { columns: choice.file.facts.table.columns.map(({ name }) => name), rows: choice.file.facts.table.preview }
        : undefined;
  if (table === undefined) return new Map();
  const sampleAt = table.columns.indexOf('sample');
  const groupAt = table.columns.indexOf('group');
  return new Map(table.rows.map((row) => [row[sampleAt] ?? '', row[groupAt] ?? '']));
}

function Previews({ form }: { form: ToolForm }) {
  const { tool, values } = form;
  const inputs = inputsInView(tool, form.state, values);
  const comparison = comparisonOf(tool);
  const marks: GroupMark[] = [
    { name: comparison && values[comparison.cases], colour: COLOURS.tumor },
    { name: comparison && values[comparison.controls], colour: COLOURS.normal },
  ].flatMap(({ name, colour }) => (typeof name === 'string' && name !== '' ? [{ name, colour }] : []));
  return Object.entries(inputs).map(([name, choice]) => {
    // Several matrices are no table that could be shown.
    if (choice.from === 'files') return null;
    const matrix = matrixOf(choice);
    if (matrix !== undefined)
      return (
        <MatrixPreview
          key={name}
          matrix={matrix}
          groupOf={comparison ? groupOfSamples(inputs[comparison.table]) : new Map()}
          marks={comparison && inputs[comparison.table] !== undefined ? marks : []}
        />
      );
    const table = choice.from === 'file' ? choice.file.facts?.table : undefined;
    if (table === undefined || tool.parameters[name]?.kind !== 'file') return null;
    return (
      <section key={name} aria-label="平台读到的表">
        <div className="part-head">
          <h3>
            平台读到的表 <span className="caption">前 5 行</span>
          </h3>
        </div>
        <CellsPreview columns={table.columns.map((column) => column.name)} rows={table.preview} />
      </section>
    );
  });
}

/** Are several matrices studies, each with a scale and sample information of its own? */
const areStudies = (parameter: Parameter | undefined): boolean => parameter?.kind === 'files' && parameter.apart === true;

/** First step: what is analysed, how the platform read it, and what was found in it. */
export function DataStep({ form }: { form: ToolForm }) {
  const { tool, state } = form;
  const takesFiles = Object.entries(tool.parameters).some(([name, parameter]) => {
    const group = alternativesOf(tool, name);
    return isData(parameter) && fileTypesOf(parameter).length > 0 && (group === undefined || sourceInView(state, group) === name);
  });
  const proposed = Object.entries(tool.parameters).flatMap(([name, parameter]) => {
    if (!isData(parameter) || !isInUse(tool, state, name, form.values)) return [];
    const part = { name, form };
    if (parameter.kind === 'groups-table')
      return areStudies(tool.parameters[parameter.of])
        ? [<StudyGroups key={name} {...part} of={parameter.of} />]
        : [<ProposedGroups key={name} {...part} parameter={parameter} />];
    if (parameter.kind === 'sample-table' && parameter.of !== undefined && areStudies(tool.parameters[parameter.of]))
      return [<StudyGroups key={name} {...part} of={parameter.of} />];
    if (parameter.kind !== 'survival-data') return [];
    return areStudies(tool.parameters[parameter.of ?? ''])
      ? [<StudyFollowUp key={name} {...part} parameter={parameter} />]
      : [<ProposedSurvival key={name} {...part} parameter={parameter} />];
  });
  const drawn = new Set<string>();
  const fields = Object.entries(tool.parameters).flatMap(([name, parameter]) => {
    if (!isData(parameter) || drawn.has(name) || !isInUse(tool, state, name, form.values)) return [];
    const group = alternativesOf(tool, name);
    if (group === undefined) return [<InputField key={name} name={name} parameter={parameter} form={form} />];
    for (const other of group) drawn.add(other);
    return [<Alternatives key={name} form={form} group={group} />];
  });
  const ofMatrices = state.example
    ? []
    : Object.entries(form.facts).flatMap(([field, { matrix }]) =>
        matrix === undefined || areStudies(tool.parameters[field]) ? [] : matrixFindings(field, matrix),
      );
  const findings = sortFindings([...form.findings, ...ofMatrices]);
  const fixed = state.applied.map(({ finding }) => finding);
  return (
    <>
      <div className="field-grid">{state.example ? <ExampleInputs form={form} /> : fields}</div>
      {takesFiles && !state.example && Object.keys(state.inputs).length === 0 && (
        <p className="caption">把文件拖到上面也可以。支持 txt、csv、tsv、xlsx 和 GEO series matrix，可用 gz 压缩。</p>
      )}
      {!state.example && proposed}
      {!state.example && <Previews form={form} />}
      {form.checking && (
        <p className="caption" role="status">
          正在核对数据里的基因……
        </p>
      )}
      {findings.length + fixed.length > 0 && (
        <Checks findings={findings} fixed={fixed} onFix={form.fix} fileFixOf={form.fileFixOf} onUndo={form.undo} />
      )}
    </>
  );
}
