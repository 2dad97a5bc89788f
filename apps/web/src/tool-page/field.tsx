import type { ReactNode } from 'react';

interface Props {
  /** Of the control; its help and error are `${id}-help` and `${id}-error`. */
  id: string;
  label: string;
  /** A word beside the label. */
  note?: ReactNode;
  help?: ReactNode;
  error?: string | undefined;
  /** The control is several inputs: the label names their group. */
  group?: boolean;
  wide?: boolean;
  children: ReactNode;
}

/** Label, control, and what is to be known about it. */
export function Field({ id, label, note, help, error, group = false, wide = false, children }: Props) {
  return (
    <div
      className={wide ? 'field is-wide' : 'field'}
      data-field={id}
      {...(group ? { role: 'group', 'aria-labelledby': `${id}-label` } : {})}
    >
      <div className="field-label">
        {group ? <span id={`${id}-label`}>{label}</span> : <label htmlFor={id}>{label}</label>}
        {note !== undefined && <span className="caption">{note}</span>}
      </div>
      {children}
      {error !== undefined && (
        <p className="field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
      {help !== undefined && help !== '' && (
        <p className="caption" id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  );
}

/** Attributes that tie a control to its help and error. */
export function describedBy(id: string, help: string | undefined, error: string | undefined) {
  const ids = [error === undefined ? undefined : `${id}-error`, help === undefined ? undefined : `${id}-help`].filter(Boolean).join(' ');
  return { 'aria-describedby': ids === '' ? undefined : ids, 'aria-invalid': error === undefined ? undefined : (true as const) };
}
