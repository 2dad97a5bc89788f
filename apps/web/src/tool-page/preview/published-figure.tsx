import { type Computed, computedNumber } from '@oncoloom/figures';
import { agreesWith, type PublishedFigure, type PublishedNumber, type ToolDefinition, writtenAs } from '@oncoloom/tool-kit';
import { Button } from 'antd';

interface Props {
  tool: ToolDefinition;
  figure: PublishedFigure;
  /** Undefined while it is on its way. */
  computed: Computed | undefined;
  onOpen: () => void;
}

/** The numbers that a publication prints, and beside them those that the tool has computed of the same data. */
export function PublishedNumbers({ tool, figure, computed, onOpen }: Props) {
  const { numbers, citation, numbersFrom } = figure;
  return (
    <div className="published-figure">
      <table className="published-numbers">
        <caption className="visually-hidden">发表的数字与这里算出的</caption>
        <thead>
          <tr>
            <th scope="col">数字</th>
            <th scope="col">发表的</th>
            <th scope="col">这里算出的</th>
          </tr>
        </thead>
        <tbody>
          {numbers.map((number) => (
            <tr key={number.label}>
              <th scope="row">{number.label}</th>
              <td>{number.printed}</td>
              <td>{computed === undefined ? '…' : <Ours tool={tool} number={number} computed={computed} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="caption">
        出处：{citation}
        {numbersFrom !== undefined && ` 数字：${numbersFrom}。`}
      </p>
      <Button onClick={onOpen}>打开这个例子</Button>
    </div>
  );
}

function Ours({ tool, number, computed }: { tool: ToolDefinition; number: PublishedNumber; computed: Computed }) {
  const value = computedNumber(tool, number, computed);
  const same = agreesWith(number.printed, value);
  return (
    <>
      {writtenAs(number.printed, value)} <span className={same ? 'agrees' : 'differs'}>{same ? '一致' : '不一致'}</span>
    </>
  );
}
