import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { usualNames } from '../api/genes.ts';
import { keys } from '../api/query-keys.ts';
import { renamed, sharedNames } from './gene-list-text.ts';

/** More are not asked about one by one; the result tells of them all. */
const ASKED_MAX = 6;

/** Asks which gene is meant by names of a list that several have: what they are taken for, and what they may be changed to. */
export function SharedNames({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const known = useQuery({
    queryKey: keys.usualNames,
    queryFn: ({ signal }) => usualNames({ silent: true, signal }),
    enabled: text.trim() !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const names = sharedNames(text, known.data?.results ?? []);
  if (names.length === 0) return null;
  return (
    <div className="caption gene-note" role="status">
      {names.slice(0, ASKED_MAX).map(({ written, symbol, meaning, others }) => (
        <p key={written}>
          「{written}」按 {symbol}（{meaning}）算，也可能指 {others.join('、')}。
          {[symbol, ...others].map((name) => (
            <Button key={name} type="link" size="small" onClick={() => onChange(renamed(text, written, name))}>
              换成 {name}
            </Button>
          ))}
        </p>
      ))}
      {names.length > ASKED_MAX && <p>还有 {names.length - ASKED_MAX} 个名字不止指一个基因，结果里都会写明。</p>}
    </div>
  );
}
