import { SwapOutlined } from '@ant-design/icons';
import { COLOURS } from '@oncoloom/contract';
import { higherIn, type Value } from '@oncoloom/tool-kit';
import { Button, Select } from 'antd';
import { distinctNames } from '../../base/distinct-names.ts';
import { describedBy, Field } from '../field.tsx';
import type { ToolForm } from '../form/use-tool-form.ts';

/** A group to choose; the size of the example's groups is not known here. */
export interface OfferedGroup {
  name: string;
  count?: number;
}

interface GroupSelectProps {
  id: string;
  label: string;
  levels: readonly OfferedGroup[];
  value: Value;
  colour?: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** A group out of those in the groups table, with its size. */
export function GroupSelect({ id, label, levels, value, colour, error, onChange }: GroupSelectProps) {
  const shortNames = distinctNames(levels.map(({ name }) => name));
  const item = ({ name, count }: OfferedGroup, text = name) => (
    <span className="group-option" title={name}>
      {colour !== undefined && <i style={{ background: colour }} />}
      <span>{text}</span>
      {count !== undefined && <span className="caption">{count} 个样本</span>}
    </span>
  );
  return (
    <Select
      id={id}
      aria-label={label}
      {...describedBy(id, undefined, error)}
      status={error === undefined ? '' : 'error'}
      className="group-select"
      value={typeof value === 'string' ? value : null}
      placeholder={levels.length === 0 ? '先选分组' : '请选择'}
      disabled={levels.length === 0}
      popupMatchSelectWidth={false}
      options={levels.map((level) => ({ value: level.name, label: item(level) }))}
      // The list has room for whole names, the field shows where they differ.
      labelRender={({ value: name }) => {
        const level = levels.find((offered) => offered.name === name);
        return level === undefined ? String(name) : item(level, shortNames.get(level.name));
      }}
      onChange={onChange}
    />
  );
}

/** Case minus control in one row, with a button that turns the comparison round. */
export function ComparisonField({
  form,
  cases,
  controls,
  levels,
}: {
  form: ToolForm;
  cases: string;
  controls: string;
  levels: readonly OfferedGroup[];
}) {
  const { tool, values } = form;
  const error = form.errorOf(cases) ?? form.errorOf(controls);
  const caseName = values[cases];
  const named = typeof caseName === 'string' && caseName !== '' ? `「${caseName}」` : '前一组';
  // What is above 0 differs from tool to tool: a fold change, a difference of scores.
  const compared = tool.parameters[cases];
  const help = compared?.kind === 'group' && compared.positive !== undefined ? higherIn(compared.positive, named) : compared?.help;
  return (
    <Field id={cases} label="比较" group wide error={error} help={help}>
      <div className="comparison" data-field={controls}>
        <GroupSelect
          id={cases}
          label={tool.parameters[cases]?.label ?? '病例组'}
          levels={levels}
          value={values[cases] ?? null}
          colour={COLOURS.tumor}
          error={form.errorOf(cases)}
          onChange={(value) => form.setValue(cases, value)}
        />
        <span className="comparison-minus">减</span>
        <GroupSelect
          id={controls}
          label={tool.parameters[controls]?.label ?? '对照组'}
          levels={levels}
          value={values[controls] ?? null}
          colour={COLOURS.normal}
          error={form.errorOf(controls)}
          onChange={(value) => form.setValue(controls, value)}
        />
        <Button
          type="link"
          icon={<SwapOutlined />}
          disabled={values[cases] == null || values[controls] == null}
          onClick={() => form.setValues({ [cases]: values[controls] ?? null, [controls]: values[cases] ?? null })}
        >
          对调
        </Button>
      </div>
    </Field>
  );
}
