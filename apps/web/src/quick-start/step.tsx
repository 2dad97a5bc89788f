import type { ReactNode } from 'react';

interface Props {
  id: string;
  number: number;
  title: string;
  picture: ReactNode;
  children: ReactNode;
}

/** One step: words beside a picture, one below the other on narrow screens. */
export function GuideStep({ id, number, title, picture, children }: Props) {
  return (
    <section className="card guide-step" id={id} aria-labelledby={`${id}-title`} tabIndex={-1}>
      <div className="guide-words">
        <h2 id={`${id}-title`} className="card-title">
          <span className="guide-number">{number}</span>
          {title}
        </h2>
        {children}
      </div>
      {picture}
    </section>
  );
}
