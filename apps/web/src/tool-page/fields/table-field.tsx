import { formatCount, type TableParameter } from '@oncoloom/tool-kit';
import { Button, Input } from 'antd';
import { type ClipboardEvent, useState } from 'react';
import { ChosenCard } from '../../files/file-card.tsx';
import { describedBy, Field } from '../field.tsx';
import { readPasted } from '../table-edit.ts';
import type { ToolForm } from '../use-tool-form.ts';
import { TableGrid } from './table-grid.tsx';

/** A table pasted from Excel; shown as it was read. */
export function TableField({ name, parameter, form }: { name: string; parameter: TableParameter; form: ToolForm }) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const choice = form.state.inputs[name];
  const read = (pasted: string) => {
    setText(pasted);
    setProblem(undefined);
    if (pasted.trim() === '') return;
    const answer = readPasted(parameter, pasted);
    if ('problem' in answer) {
      setProblem(answer.problem);
      return;
    }
    form.setInput(name, { from: 'rows', ...answer.table, origin: { kind: 'pasted' } });
    setText('');
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain');
    if (text !== '' || !/[\t\n]/.test(pasted.trim())) return;
    // A field of text with millions of letters would hold up the page.
    event.preventDefault();
    const answer = readPasted(parameter, pasted);
    if ('problem' in answer) setProblem(answer.problem);
    else read(pasted);
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
          <TableGrid
            label={parameter.label}
            grid={choice}
            onChange={({ columns, rows }) => form.setInput(name, { from: 'rows', columns, rows, origin: { kind: 'pasted' } })}
          />
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
          onPaste={onPaste}
        />
      )}
    </Field>
  );
}
