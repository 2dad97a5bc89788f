import { MISTAKES } from './mistakes.ts';

const MATRIX = [
  ['gene', 'P001T', 'P001N', 'P002T', 'P002N'],
  ['TP53', '1043', '512', '987', '466'],
  ['EGFR', '2310', '801', '1954', '733'],
  ['…', '…', '…', '…', '…'],
] as const;

const GROUPS = [
  ['sample', 'group'],
  ['P001T', '肿瘤'],
  ['P001N', '癌旁'],
  ['P002T', '肿瘤'],
  ['…', '…'],
] as const;

/** A few cells that show what a file has to look like; the first row is the header. */
function Example({ caption, cells, genes = false }: { caption: string; cells: readonly (readonly string[])[]; genes?: boolean }) {
  const [header = [], ...rows] = cells;
  return (
    <table className="guide-example">
      <caption>{caption}</caption>
      <thead>
        <tr>
          {header.map((cell) => (
            <th key={cell} scope="col">
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first = '', ...others]) => (
          <tr key={first}>
            <td className={genes && first !== '…' ? 'gene' : undefined}>{first}</td>
            {others.map((cell, i) => (
              <td key={header[i + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What own files have to look like. */
export function Formats() {
  return (
    <div className="guide-examples">
      <Example caption="表达矩阵：一行一个基因，一列一个样本" cells={MATRIX} genes />
      <Example caption="分组表：一行一个样本" cells={GROUPS} />
    </div>
  );
}

/** The commonest faults, in the platform's own words, and what to do. */
export function Mistakes() {
  return (
    <section className="card guide-mistakes" id="mistakes" aria-labelledby="mistakes-title" tabIndex={-1}>
      <h2 id="mistakes-title" className="card-title">
        自己的数据常见的提示
      </h2>
      <p>数据有问题时，平台在运行之前就会说出来，不扣点数。下面是最常见的几句，和看到以后怎么做。</p>
      <dl>
        {MISTAKES.map(({ said, remedy }) => (
          <div key={said}>
            <dt>「{said}」</dt>
            <dd>{remedy}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
