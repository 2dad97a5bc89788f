import { useState } from 'react';
import { Segments } from '../../base/parts/segments.tsx';
import type { InputChoice } from '../data/input-choice.ts';

/** A way to bring an input. */
export interface Source {
  value: string;
  label: string;
}

/**
 * The source in view: the one that the input was chosen from until the user turns to another. What was chosen stays until the other
 * source brings something.
 */
export function useSource(sources: readonly Source[], choice: InputChoice | undefined, sourceOf: (choice: InputChoice) => string) {
  const [asked, setAsked] = useState<string>();
  const own = choice === undefined ? undefined : sourceOf(choice);
  const [seen, setSeen] = useState(own);
  // A choice that came from elsewhere, such as an earlier run, shows itself.
  if (own !== seen) {
    setSeen(own);
    if (own !== undefined) setAsked(undefined);
  }
  const source = asked ?? own ?? sources[0]?.value ?? '';
  return [source, setAsked] as const;
}

/** Sources side by side. */
export function SourceTabs({
  label,
  sources,
  value,
  onChange,
}: {
  label: string;
  sources: readonly Source[];
  value: string;
  onChange: (value: string) => void;
}) {
  if (sources.length < 2) return null;
  return <Segments aria-label={`${label}的来源`} value={value} options={[...sources]} onChange={(next) => onChange(String(next))} />;
}
