import '../../files/files.css';

const ROWS = 5;
const COLUMNS = 6;

/** First rows and columns of a table of texts. */
export function CellsPreview({ columns, rows }: { columns: readonly string[]; rows: readonly (readonly string[])[] }) {
  const shown = columns.slice(0, COLUMNS);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways has to be reachable by keyboard
    <div className="preview-table is-text" tabIndex={0}>
      <table aria-label="读到的表">
        <thead>
          <tr>
            {shown.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
            {columns.length > COLUMNS && <th scope="col">… 共 {columns.length} 列</th>}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, ROWS).map((row, r) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity and never move
            <tr key={r}>
              {shown.map((column, c) => (
                <td key={column}>{row[c] || '—'}</td>
              ))}
              {columns.length > COLUMNS && <td>…</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
