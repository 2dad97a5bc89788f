import type { Comparison } from '@oncoloom/contract';

/** Sentences that one of two runs has and the other has not: those that are gone, then the new ones. */
export function ChangedSentences({ old, new: now }: Comparison['sentences']) {
  return (
    <ul className="changed-sentences">
      {old.map((sentence) => (
        <li key={`old ${sentence}`}>
          <span className="caption">原来</span> <del>{sentence}</del>
        </li>
      ))}
      {now.map((sentence) => (
        <li key={`new ${sentence}`}>
          <span className="caption">现在</span> <ins>{sentence}</ins>
        </li>
      ))}
    </ul>
  );
}
