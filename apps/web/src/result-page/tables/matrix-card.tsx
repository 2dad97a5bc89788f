import { DownloadOutlined } from '@ant-design/icons';
import type { Analysis, AnalysisResult, MatrixFacts } from '@oncoloom/contract';
import type { ToldTable } from '@oncoloom/tool-kit';
import { describeMatrix } from '../../files/file-card.tsx';
import { MatrixPreview } from '../../files/matrix-preview.tsx';
import { matrixKindWord } from '../../files/matrix-words.ts';
import { FileButton } from '../downloads/file-button.tsx';
import './result-table.css';
import { SaveToSpace } from '../downloads/save-to-space.tsx';

interface Props {
  analysis: Analysis;
  result: AnalysisResult;
  id: string;
  declaration: ToldTable;
  matrix: MatrixFacts;
}

/** A matrix of the result: its size and kind, its first corner, its files. All of it would be too much for a page. */
export function MatrixCard({ analysis, result, id, declaration, matrix }: Props) {
  const files = result.files.filter(({ file_key }) => file_key === `${id}_xlsx` || file_key === `${id}_tsv`);
  return (
    <section className="card result-table" aria-label={declaration.title}>
      <header className="table-head">
        <h2 className="card-title">{declaration.title}</h2>
        <p className="caption">
          {describeMatrix(matrix)} · {matrixKindWord(matrix)}
        </p>
        <div className="table-files">
          {files.map((file, i) => (
            <FileButton key={file.file_key} analysisId={analysis.id} file={file} {...(i === 0 ? { icon: <DownloadOutlined /> } : {})}>
              {file.filename.split('.').at(-1)}
            </FileButton>
          ))}
          <SaveToSpace analysisId={analysis.id} file={files.find(({ file_key }) => file_key === `${id}_tsv`)} />
        </div>
      </header>
      <div className="table-note">
        <MatrixPreview matrix={matrix} groupOf={new Map()} marks={[]} title="表的左上角" />
      </div>
    </section>
  );
}
