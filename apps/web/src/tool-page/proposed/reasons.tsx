/** What says so of all, and line by line of each. */
export function Reasons({ evidence, lines }: { evidence: string; lines: readonly string[] }) {
  return (
    <>
      {evidence}
      <details>
        <summary>逐个看原因</summary>
        <ul className="reasons">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </details>
    </>
  );
}
