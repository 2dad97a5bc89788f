import { EditOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useState } from 'react';

const DESCRIPTION_MAX = 500;

interface Props {
  text: string;
  /** What is described, as a reader calls it. */
  of: string;
  onSave: (text: string) => Promise<unknown>;
}

/** What somebody wrote about a file or a folder, changed where it stands. */
export function Description({ text, of, onSave }: Props) {
  const [draft, setDraft] = useState<string | null>(null);
  const saving = useMutation({ mutationFn: (next: string) => onSave(next), onSuccess: () => setDraft(null) });
  if (draft === null)
    return (
      <p className="description">
        {text !== '' && <span>{text}</span>}
        <Button
          type="text"
          size="small"
          icon={<EditOutlined />}
          aria-label={text === '' ? `给${of}添加说明` : `修改${of}的说明`}
          onClick={() => setDraft(text)}
        >
          {text === '' ? '添加说明' : '修改'}
        </Button>
      </p>
    );
  const save = () => (draft.trim() === text ? setDraft(null) : saving.mutate(draft.trim()));
  return (
    <div className="description-editor">
      <Input.TextArea
        autoFocus
        aria-label={`${of}的说明`}
        value={draft}
        maxLength={DESCRIPTION_MAX}
        autoSize={{ minRows: 2, maxRows: 6 }}
        placeholder="如：2026 年 3 月测序，批次 2，去掉了 3 个离群样本"
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => {
          // The keys of the list around it are not meant.
          event.stopPropagation();
          if (event.key === 'Escape') setDraft(null);
        }}
      />
      <div>
        <Button type="primary" size="small" loading={saving.isPending} onClick={save}>
          保存
        </Button>
        <Button size="small" onClick={() => setDraft(null)}>
          取消
        </Button>
      </div>
    </div>
  );
}
