import { CheckOutlined, CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { copyText } from '../copy-text.ts';

const SAID_MS = 2000;
const SAID = { copied: '已复制', refused: '没有复制成' } as const;

interface Props {
  /** A long text is made when it is asked for. */
  text: string | (() => string);
  /** What the button says. */
  children?: ReactNode;
  disabled?: boolean;
}

/** Copies a text and says whether it did. */
export function CopyButton({ text, children = '复制', disabled = false }: Props) {
  const [outcome, setOutcome] = useState<keyof typeof SAID | null>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), SAID_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  return (
    <Button
      size="small"
      icon={outcome === 'copied' ? <CheckOutlined /> : <CopyOutlined />}
      disabled={disabled}
      onClick={() => void copyText(typeof text === 'string' ? text : text()).then((copied) => setOutcome(copied ? 'copied' : 'refused'))}
    >
      {outcome === null ? children : SAID[outcome]}
    </Button>
  );
}
