import { formatCount, type TableParameter } from '@oncoloom/tool-kit';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { ChosenCard } from '../../files/file-card.tsx';
import { CellsPreview } from '../cells-preview.tsx';
import { describedBy, Field } from '../field.tsx';
import { parseTable } from '../paste.ts';
import type { ToolForm } from '../use-tool-form.ts';

/** A table pasted from Excel; shown as it was read. */
export function TableField({ name, parameter, form }: { name: string; parameter: TableParameter; form: ToolForm }) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const choice = form.state.inputs[name];
  const read = (pasted: string) => {
    setText(pasted);
    setProblem(undefined);
    if (pasted.trim() === '') return;
    const table = parseTable(pasted);
    if (table === undefined) setProblem('只读到一行。请连同列名一起复制，至少两行。');
    else if (table.rows.length > parameter.maxRows)
      setProblem(`有 ${formatCount(table.rows.length)} 行，最多 ${formatCount(parameter.maxRows)} 行。请改为上传文件。`);
    else if (table.columns.length > parameter.maxColumns)
      setProblem(`有 ${table.columns.length} 列，最多 ${parameter.maxColumns} 列。请只复制需要的列。`);
    else {
      form.setInput(name, { from: 'rows', ...table, origin: { kind: 'pasted' } });
      setText('');
    }
  };
  const error = problem ?? form.errorOf(name);
  return (
    <Field
      id={name}
      label={parameter.label}
      help={choice === undefined ? parameter.help : undefined}
      error={error}
      wide={choice !== undefined}
    >
      {choice?.from === 'rows' ? (
        <>
          <ChosenCard
            title="粘贴的表"
            detail={`${formatCount(choice.rows.length)} 行 × ${choice.columns.length} 列`}
            actions={
              <Button type="link" size="small" onClick={() => form.setInput(name, undefined)}>
                重新粘贴
              </Button>
            }
          />
          <CellsPreview columns={choice.columns} rows={choice.rows} />
        </>
      ) : (
        <Input.TextArea
          id={name}
          {...describedBy(name, parameter.help, error)}
          status={error === undefined ? '' : 'error'}
          rows={4}
          value={text}
          placeholder="在这里粘贴，第一行是列名"
          onChange={(event) => read(event.target.value)}
        />
      )}
    </Field>
  );
}
