import { formatCount } from '@oncoloom/tool-kit';
import { Select } from 'antd';
import { useId } from 'react';
import { CellsPreview } from './cells-preview.tsx';
import { describeLevels, levelsOf } from './groups.ts';
import { type PastedGroups, toGroupsTable } from './paste.ts';

interface Props {
  table: PastedGroups;
  /** Samples of the matrix; undefined while none is chosen. */
  samples: readonly string[] | undefined;
  onChange: (table: PastedGroups) => void;
}

const ROLES = [
  ['sample', '样本名'],
  ['group', '组名'],
] as const;

/** Which column of a table names the samples and which their groups, and what that comes to. */
export function GroupsColumns({ table, samples, onChange }: Props) {
  const id = useId();
  const { columns, rows } = toGroupsTable(table);
  return (
    <>
      <div className="column-choice">
        {ROLES.map(([role, label]) => (
          <div key={role}>
            <label htmlFor={`${id}-${role}`}>{label}</label>
            <Select
              id={`${id}-${role}`}
              className="full-width"
              showSearch
              value={table[role]}
              options={table.columns.map((column) => ({ value: column, label: column }))}
              onChange={(column) => onChange({ ...table, [role]: column })}
            />
          </div>
        ))}
      </div>
      <p className="caption">
        {formatCount(rows.length)} 行{samples === undefined ? '' : describeFound(rows, samples)}。{describeLevels(levelsOf(columns, rows))}
      </p>
      <CellsPreview columns={columns} rows={rows} />
    </>
  );
}

function describeFound(rows: readonly (readonly string[])[], samples: readonly string[]): string {
  const known = new Set(samples);
  const found = rows.filter(([sample]) => known.has(sample ?? '')).length;
  return `，其中 ${found} 个样本在矩阵里${found < rows.length ? '；写法相近的，关上这里后可以一键匹配' : ''}`;
}
