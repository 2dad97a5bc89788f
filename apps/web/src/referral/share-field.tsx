import { Input } from 'antd';
import { CopyAction } from './copy-action.tsx';

/** A text to hand on: shown whole, copied with one press. */
export function ShareField({ id, label, text, copyLabel }: { id: string; label: string; text: string; copyLabel: string }) {
  return (
    <div className="share-field">
      <label htmlFor={id}>{label}</label>
      <div>
        <Input id={id} value={text} readOnly onFocus={(event) => event.target.select()} />
        <CopyAction text={text} label={copyLabel} />
      </div>
    </div>
  );
}
