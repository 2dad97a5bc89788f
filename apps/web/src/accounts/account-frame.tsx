import type { ReactNode } from 'react';
import { Logo } from '../base/look/logo.tsx';
import { WovenPattern } from './woven-pattern.tsx';
import './account-frame.css';

interface Props {
  title: string;
  lead: ReactNode;
  /** Stands over the pattern. */
  showing?: ReactNode;
  children: ReactNode;
}

/** The look of every page that opens without a session. A change of its heading is read out: the page itself stays. */
export function AccountFrame({ title, lead, showing, children }: Props) {
  return (
    <div className="account">
      <aside className="account-art">
        <WovenPattern />
        {showing}
        <p>
          图案由 41 个白血病样本、50 个基因的表达量织成<span>（ALL 数据集，Chiaretti 等，2004）</span>
        </p>
      </aside>
      <main className="account-main">
        <div className="account-box">
          <Logo size={34} large />
          <div aria-live="polite">
            <h1 className="page-title">{title}</h1>
            <p className="account-lead">{lead}</p>
          </div>
          {children}
          <p className="caption account-foot">你的数据只有你能看到。分析结果附脚本，可在本地重做。</p>
        </div>
      </main>
    </div>
  );
}
