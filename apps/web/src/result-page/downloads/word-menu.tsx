import type { AnalysisResult } from '@oncoloom/contract';
import { type ToldTable, wordRefusal } from '@oncoloom/tool-kit';
import { Button } from 'antd';
import { useState } from 'react';
import { ActionMenu } from '../../base/parts/action-menu.tsx';
import { useResultAccess } from '../../result-data/result-access.ts';

interface Props {
  analysisId: number;
  result: AnalysisResult;
  /** Of the table. */
  id: string;
  declaration: ToldTable;
}

/** A table for Word in either language; where it is too large for a paper, the menu says why. */
export function WordMenu({ analysisId, result, id, declaration }: Props) {
  const [busy, setBusy] = useState(false);
  const access = useResultAccess(analysisId);
  const table = result.tables.find((one) => one.id === id);
  if (table === undefined) return null;
  const refusal = wordRefusal(table, declaration);
  const file = result.files.find(({ file_key }) => file_key === `${id}_docx`);
  const download = async (language: string) => {
    if (file === undefined) return;
    setBusy(true);
    try {
      // The list has the Chinese one; the other is called like it.
      if (language === 'zh') await access.download(file.file_key, file.filename);
      else await access.download(`${file.file_key}_en`, file.filename.replace(/\.docx$/, '_en.docx'));
    } finally {
      setBusy(false);
    }
  };
  const items =
    refusal === null
      ? [
          { key: 'zh', label: '中文三线表' },
          { key: 'en', label: '英文三线表' },
        ]
      : [{ key: 'why', disabled: true, label: <span className="word-refusal">{refusal}。</span> }];
  return (
    <ActionMenu menu={{ items, onClick: ({ key }) => void download(key) }}>
      <Button size="small" loading={busy} aria-label={`下载 Word 三线表：${declaration.title}`}>
        Word
      </Button>
    </ActionMenu>
  );
}
