import { CheckOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';

/** A step of the form; its number becomes a tick when nothing in it blocks. */
export function Step({ number, title, done, children }: { number: number; title: string; done: boolean; children: ReactNode }) {
  return (
    <section className="step" aria-label={title}>
      <h2 className="card-title">
        <span className={done ? 'step-number is-done' : 'step-number'}>
          {done ? <CheckOutlined aria-label={`第 ${number} 步已完成`} role="img" /> : number}
        </span>
        {title}
      </h2>
      <div className="step-body">{children}</div>
    </section>
  );
}
