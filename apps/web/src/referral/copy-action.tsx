import { CheckOutlined, CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { copyText } from '../base/copy-text.ts';

const SAID_MS = 2_000;

/** Copies a text and says whether it did, also to who does not see the button. */
export function CopyAction({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState<boolean>();
  useEffect(() => {
    if (copied === undefined) return;
    const timer = setTimeout(() => setCopied(undefined), SAID_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <>
      <Button icon={copied ? <CheckOutlined /> : <CopyOutlined />} onClick={() => void copyText(text).then(setCopied)}>
        {copied === undefined ? label : copied ? '已复制' : '没有复制成，请手动选中复制'}
      </Button>
      <span className="visually-hidden" role="status">
        {copied && '已复制'}
      </span>
    </>
  );
}
