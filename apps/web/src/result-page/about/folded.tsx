import { DownOutlined, RightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';

interface FoldedProps {
  /** What is behind the button. */
  name: string;
  /** How much of it, with its unit: 「23 行」. */
  count: string;
  /** Something else on the page has opened it. */
  unfolded?: boolean;
  children: ReactNode;
}

/** What is looked up rather than read, behind a button that tells its number; drawn, and fetched, only once unfolded. */
export function Folded({ name, count, unfolded = false, children }: FoldedProps) {
  const [open, setOpen] = useState(unfolded);
  const [before, setBefore] = useState(unfolded);
  if (before !== unfolded) {
    setBefore(unfolded);
    if (unfolded) setOpen(true);
  }
  return (
    <div className="folded">
      <Button
        type="link"
        size="small"
        icon={open ? <DownOutlined /> : <RightOutlined />}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {name} {count}
      </Button>
      {open && children}
    </div>
  );
}
