import type { Analysis, AnalysisResult, ResultFile } from '@oncoloom/contract';
import { formatBytes } from '@oncoloom/tool-kit';
import { useResultAccess } from '../../result-data/result-access.ts';
import { LogBlock } from '../log-block.tsx';
import { FileButton } from './file-button.tsx';
import { SaveToSpace } from './save-to-space.tsx';

/** Files of one figure or table in one row. */
function groupByTitle(files: readonly ResultFile[]): [string, ResultFile[]][] {
  const groups = new Map<string, ResultFile[]>();
  for (const file of files) {
    const key = file.file_key.replace(/_[a-z]+$/, '');
    groups.set(`${file.kind} ${key}`, [...(groups.get(`${file.kind} ${key}`) ?? []), file]);
  }
  return [...groups];
}

/** The file of a figure or document that is kept in the space: the PDF, where there is one. Tables have a button of their own. */
const keptOf = (files: readonly ResultFile[]): ResultFile | undefined => {
  const kept = files.filter(({ kind, file_key }) => kind !== 'table' && file_key !== 'bundle');
  return kept.find(({ filename }) => filename.endsWith('.pdf')) ?? kept[0];
};

const KINDS: Record<ResultFile['kind'], string> = { figure: '图', table: '表', document: '文件' };

/** Every file of the result with its size where it is known; those without one are made when they are asked for. */
export function FilesCard({ analysis, result }: { analysis: Analysis; result: AnalysisResult }) {
  const { readOnly } = useResultAccess(analysis.id);
  return (
    <section className="card files" aria-label="结果文件">
      <h2 className="card-title">结果文件</h2>
      <p className="caption">没有标大小的文件，在第一次下载时生成。</p>
      <ul className="file-list">
        {groupByTitle(result.files).map(([key, files]) => (
          <li key={key}>
            <span>
              {files[0]?.title} <small>{KINDS[files[0]?.kind ?? 'document']}</small>
            </span>
            <div>
              {files.map((file) => (
                <FileButton key={file.file_key} analysisId={analysis.id} file={file} type="text">
                  {file.filename.split('.').at(-1)}
                  {file.size !== null && <small className="button-note">{formatBytes(file.size)}</small>}
                </FileButton>
              ))}
              <SaveToSpace analysisId={analysis.id} file={keptOf(files)} />
            </div>
          </li>
        ))}
      </ul>
      {!readOnly && <LogBlock analysis={analysis} />}
    </section>
  );
}
