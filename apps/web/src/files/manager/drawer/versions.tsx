import type { FileFix, UserFile } from '@oncoloom/contract';
import { Button } from 'antd';
import { When } from '../../../base/parts/when.tsx';

const FIX_WORDS: Record<FileFix, string> = {
  turn: '行列对调',
  strip_versions: '去掉 Ensembl 版本号',
  restore_dates: '还原被改成日期的基因名',
  to_symbols: '编号换成基因名',
  probes_to_genes: '探针换成基因名',
  to_log2: 'log10 换成 log2',
  ln_to_log2: '自然对数换成 log2',
  merge_duplicates: '合并重复的基因',
  commas_decimal: '逗号读作小数点',
  commas_thousands: '去掉千位的逗号',
  round_counts: '取整成计数',
  drop_columns: '去掉不是样本的列',
  match_samples: '样本名改成一致',
  replace: '换成新的文件',
  restore: '换回旧版',
};

/** Earlier versions of a file; each can come back as a new one. */
export function Versions({ file, busy, onRestore }: { file: UserFile; busy: boolean; onRestore: (version: number) => void }) {
  if (file.versions.length === 0) return null;
  return (
    <section aria-label="版本">
      <h3 className="small-title">版本</h3>
      <ul className="versions">
        <li>
          第 {file.version} 版（现在的）<span className="caption">{file.fix === null ? '上传的' : FIX_WORDS[file.fix]}</span>
        </li>
        {file.versions.map(({ version, fix, replaced_at }) => (
          <li key={version}>
            第 {version} 版{' '}
            <span className="caption">
              {fix === null ? '上传的' : FIX_WORDS[fix]}，<When time={replaced_at} />
              被替换
            </span>
            <Button type="link" size="small" disabled={busy} onClick={() => onRestore(version)}>
              换回
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
