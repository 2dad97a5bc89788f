import { DownOutlined } from '@ant-design/icons';
import { exampleOf, isInput, isValueParameter, type Parameter, readingFields, readsCohort } from '@oncoloom/tool-kit';
import { Collapse } from 'antd';
import type { ReactNode } from 'react';
import { Alternatives, InputField } from './data/input-field.tsx';
import { columnsFor, isOfMatrix, pairedLevels } from './data/table-columns.ts';
import { Field } from './field.tsx';
import { ColourButton } from './fields/colour-field.tsx';
import { ColumnsField } from './fields/columns-field.tsx';
import { ComparisonField, GroupSelect, type OfferedGroup } from './fields/comparison-field.tsx';
import { EntriesField } from './fields/entries-field.tsx';
import { MatrixGeneField } from './fields/matrix-gene-field.tsx';
import { ReadingsField } from './fields/readings-field.tsx';
import { TuplesField } from './fields/tuples-field.tsx';
import { ValueField } from './fields/value-field.tsx';
import { alternativesOf, comparisonOf, isData, isInUse, levelsIn } from './form/form-state.ts';
import type { ToolForm } from './form/use-tool-form.ts';

/** Groups of a table; of the example only the two that it compares are known here. */
function levelsFor(form: ToolForm, table: string): readonly OfferedGroup[] {
  const { example } = form.state;
  if (example === false) return levelsIn(form.state.inputs[table]);
  const known = exampleOf(form.tool, example)?.parameters ?? {};
  const names = Object.entries(form.tool.parameters).flatMap(([name, parameter]) => {
    const value = known[name];
    return parameter.kind === 'group' && parameter.of === table && typeof value === 'string' ? [value] : [];
  });
  return names.map((name) => ({ name }));
}

/** Fields of a groups table stay in view before it is chosen, so that nobody misses them; the example has its own table. */
function waitsForGroups(form: ToolForm, of: string): boolean {
  return !form.state.example && form.tool.parameters[of]?.kind === 'groups-table';
}

function ParameterField({ name, parameter, form }: { name: string; parameter: Parameter; form: ToolForm }) {
  const { values, origins } = form;
  const common = {
    taskType: form.tool.taskType,
    name,
    value: values[name] ?? null,
    error: form.errorOf(name),
  };
  if (parameter.kind === 'group')
    return (
      <Field id={name} label={parameter.label} help={parameter.help} error={common.error}>
        <GroupSelect
          id={name}
          label={parameter.label}
          levels={levelsFor(form, parameter.of)}
          value={common.value}
          error={common.error}
          onChange={(value) => form.setValue(name, value)}
        />
      </Field>
    );
  if (parameter.kind === 'columns' && parameter.genes === true && isOfMatrix(form, parameter.of))
    return <MatrixGeneField {...common} parameter={parameter} onChange={(value) => form.setValue(name, value)} />;
  if (parameter.kind === 'columns')
    return (
      <ColumnsField
        {...common}
        parameter={parameter}
        columns={columnsFor(form, parameter.of)}
        onChange={(value) => form.setValue(name, value)}
      >
        <Readings form={form} name={name} of={parameter.of} />
      </ColumnsField>
    );
  if (parameter.kind === 'entries') return <EntriesField name={name} parameter={parameter} form={form} />;
  if (isInput(parameter)) {
    const group = alternativesOf(form.tool, name);
    if (group === undefined) return <InputField name={name} parameter={parameter} form={form} />;
    return group[0] === name ? <Alternatives form={form} group={group} /> : null;
  }
  if (parameter.kind === 'tuples')
    return (
      <TuplesField
        {...common}
        parameter={parameter}
        help={parameter.help}
        levels={pairedLevels(form, parameter)}
        fixed={false}
        onChange={(value) => form.setValue(name, value)}
      />
    );
  if (!isValueParameter(parameter)) return null;
  return (
    <ValueField
      {...common}
      parameter={parameter}
      suggested={origins[name] === 'suggested'}
      fixed={
        form.state.example !== false && (parameter.kind === 'gene' || (parameter.kind === 'genes' && readsCohort(form.tool.parameters)))
      }
      onChange={(value) => form.setValue(name, value)}
    />
  );
}

/** What the user says of chosen columns of numbers, where the tool lets it be said. */
function Readings({ form, name, of }: { form: ToolForm; name: string; of: string }) {
  const fields = readingFields(form.tool.parameters, name);
  if (fields === undefined) return null;
  const listed = (field: string) => (Array.isArray(form.values[field]) ? (form.values[field] as string[]) : []);
  const columns = columnsFor(form, of) ?? [];
  const parameter = form.tool.parameters[name];
  const all = parameter?.kind === 'columns' && parameter.allUnlessChosen === true && listed(name).length === 0;
  const chosen = all ? columns.map((column) => column.name) : listed(name);
  const questions = form.findings.filter(({ code, field }) => code === 'codes_or_numbers' && field === name);
  const asked = questions.flatMap(({ fix }) => (fix?.parameters?.[fields.codes] as string[] | undefined) ?? []);
  const readable = { chosen, codes: listed(fields.codes), numbers: listed(fields.numbers), columns, asked };
  return (
    <ReadingsField
      readable={readable}
      onChange={({ codes, numbers }) => form.setValues({ [fields.codes]: codes, [fields.numbers]: numbers })}
    />
  );
}

/** Colours stand in one row of swatches, whatever their number. */
function Colours({ form, names }: { form: ToolForm; names: readonly string[] }) {
  return (
    <Field id="colours" label="颜色" group>
      <div className="colours">
        {names.map((name) => (
          <ColourButton
            key={name}
            name={name}
            label={form.tool.parameters[name]?.label ?? name}
            value={String(form.values[name])}
            onChange={(value) => form.setValue(name, value)}
          />
        ))}
      </div>
    </Field>
  );
}

/** Second step: every parameter that is not data, inputs that hang on one of them beside it, the advanced ones folded with their names readable. */
export function ParameterStep({ form }: { form: ToolForm }) {
  const { tool, values } = form;
  const comparison = comparisonOf(tool);
  const shown = Object.entries(tool.parameters).filter(([name, parameter]) => {
    // The example brings its inputs itself.
    if (isData(parameter) || (isInput(parameter) && form.state.example) || !isInUse(tool, form.state, name, values)) return false;
    if (parameter.kind === 'columns' && parameter.reads !== undefined) return false;
    if (parameter.kind !== 'columns' || columnsFor(form, parameter.of) !== undefined) return true;
    return waitsForGroups(form, parameter.of) || (parameter.genes === true && isOfMatrix(form, parameter.of));
  });
  const inRow = new Set(comparison === undefined ? [] : [comparison.cases, comparison.controls]);
  const colours = shown.filter(([, parameter]) => parameter.kind === 'colour' && parameter.advanced !== true).map(([name]) => name);
  const plain = shown.filter(([name, parameter]) => !inRow.has(name) && !colours.includes(name) && parameter.advanced !== true);
  const advanced = shown.filter(([, parameter]) => parameter.advanced === true);
  const fields = (entries: typeof shown): ReactNode[] =>
    entries.map(([name, parameter]) => <ParameterField key={name} name={name} parameter={parameter} form={form} />);
  return (
    <>
      <div className="field-grid">
        {comparison !== undefined && (
          <ComparisonField form={form} cases={comparison.cases} controls={comparison.controls} levels={levelsFor(form, comparison.table)} />
        )}
        {fields(plain)}
        {colours.length > 0 && <Colours form={form} names={colours} />}
      </div>
      {advanced.length > 0 && (
        <Collapse
          className="advanced"
          expandIconPlacement="end"
          expandIcon={({ isActive }) => <DownOutlined rotate={isActive === true ? 180 : 0} />}
          items={[
            {
              key: 'advanced',
              label: <AdvancedLabel form={form} entries={advanced} />,
              children: <div className="field-grid">{fields(advanced)}</div>,
              forceRender: true,
            },
          ]}
        />
      )}
    </>
  );
}

function AdvancedLabel({ form, entries }: { form: ToolForm; entries: readonly (readonly [string, Parameter])[] }) {
  const labels = entries.map(([, parameter]) => parameter.label).join(' · ');
  const changed = entries.filter(([name]) => form.origins[name] === 'changed').length;
  return (
    <span className="advanced-label">
      高级参数
      <span className="caption">
        {labels}，{changed === 0 ? '均为默认值' : `${changed} 项已改`}
      </span>
    </span>
  );
}
