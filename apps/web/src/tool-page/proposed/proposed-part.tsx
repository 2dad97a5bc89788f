import type { ReactNode } from 'react';

/** What the sample information of a matrix proposes; `open`: nothing of it was taken yet. */
export function ProposedPart({ open, children }: { open: boolean; children: ReactNode }) {
  return (
    <section aria-label="从样本信息看">
      <div className="part-head">
        <h3>
          从样本信息看 <span className="caption">{open ? '点了才用' : ''}</span>
        </h3>
      </div>
      <ul className="checks">{children}</ul>
    </section>
  );
}
