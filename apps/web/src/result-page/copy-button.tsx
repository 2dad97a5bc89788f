import { CheckOutlined, CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { copyText } from '../app/copy-text.ts';

const SAID_MS = 2000;

/** Copies a text and says whether it did. */
export function CopyButton({ text }: { text: string }) {
  const [outcome, setOutcome] = useState<'已复制' | '没有复制成' | null>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), SAID_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  return (
    <Button
      size="small"
      icon={outcome === '已复制' ? <CheckOutlined /> : <CopyOutlined />}
      onClick={() => void copyText(text).then((copied) => setOutcome(copied ? '已复制' : '没有复制成'))}
    >
      {outcome ?? '复制'}
    </Button>
  );
}
