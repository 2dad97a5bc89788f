import { formatCount, type TableParameter } from '@oncoloom/tool-kit';
import { Button } from 'antd';
import { useState } from 'react';
import { ChosenCard } from '../../files/file-card.tsx';
import { readPasted } from '../data/table-edit.ts';
import { Field } from '../field.tsx';
import { PasteArea, shownText } from '../field-parts/paste-area.tsx';
import { TableGrid } from '../field-parts/table-grid.tsx';
import type { ToolForm } from '../form/use-tool-form.ts';

/** A table pasted from Excel; shown as it was read. */
export function TableField({ name, parameter, form }: { name: string; parameter: TableParameter; form: ToolForm }) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const choice = form.state.inputs[name];
  const read = (pasted: string) => {
    setText(shownText(pasted));
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
        <PasteArea id={name} help={parameter.help} error={error} value={text} placeholder="在这里粘贴，第一行是列名" onText={read} />
      )}
    </Field>
  );
}
