import { Input } from 'antd';

const NAME_MAX = 80;

/** A name that the user gives: of a study, or of a side of all studies. */
export function StudyName({ label, value, onChange }: { label: string; value: string; onChange: (name: string) => void }) {
  return (
    <div>
      <span className="caption">{label}</span>
      <Input aria-label={label} value={value} maxLength={NAME_MAX} onChange={(event) => onChange(event.target.value)} />
    </div>
  );
}
