import { BulbOutlined, CheckCircleOutlined, WarningOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import './checks.css';

interface Props {
  look: 'proposed' | 'taken' | 'warning';
  message: string;
  detail?: ReactNode;
  children?: ReactNode;
}

const LOOKS = {
  proposed: { level: 'note', icon: <BulbOutlined />, word: '建议' },
  taken: { level: 'passed', icon: <CheckCircleOutlined />, word: '已采用' },
  warning: { level: 'should', icon: <WarningOutlined />, word: '注意' },
} as const;

/** A proposal: what it is, what says so, and what takes it. */
export function ProposedRow({ look, message, detail, children }: Props) {
  const { level, icon, word } = LOOKS[look];
  return (
    <li className={`check is-${level}`}>
      <span className="check-icon" role="img" aria-label={word}>
        {icon}
      </span>
      <div className="check-text">
        <span className="check-message">{message}</span>
        {detail !== undefined && <div className="caption">{detail}</div>}
      </div>
      {children}
    </li>
  );
}
