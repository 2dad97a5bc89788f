import type { Formula, FormulaPart } from '@oncoloom/tool-kit';
import type { ReactElement } from 'react';
import { MARK } from '../plot/marks.ts';
import { textWidth } from '../text/measure.ts';
import { titleParts } from '../text/title-marks.ts';
import { FORMULA_FACE } from './page.ts';

/** A laid out part: room above and below the foot of its letters. */
interface FormulaBox {
  width: number;
  above: number;
  below: number;
  draw: (x: number, foot: number) => ReactElement;
}

/** Shares of the text's size. */
const LETTERS = { above: 0.8, below: 0.25 };
const LOWERED = { size: 0.72, drop: 0.22 };
const SIGN = 1.7;
const LIMIT = 0.68;
/** Height of a fraction's line over the letters' foot. */
const BAR = 0.3;

/** Things side by side, each with its distance from the left. */
function inARow<T extends { width: number }>(things: readonly T[]): { items: (T & { left: number })[]; width: number } {
  let width = 0;
  const items = things.map((thing) => {
    const left = width;
    width += thing.width;
    return { ...thing, left };
  });
  return { items, width };
}

function textBox(text: string, size: number): FormulaBox {
  const { items: parts, width } = inARow(
    titleParts(text).map(({ text: words, look }) => {
      const own = look === 'lowered' ? size * LOWERED.size : size;
      return { words, look, size: own, width: textWidth(words, FORMULA_FACE, look === 'italic' ? 'italic' : 'normal', own) };
    }),
  );
  const lowered = parts.some(({ look }) => look === 'lowered');
  return {
    width,
    above: size * LETTERS.above,
    below: size * (lowered ? LOWERED.drop + LETTERS.below * LOWERED.size : LETTERS.below),
    draw: (x, foot) => (
      <>
        {parts.map((part) => (
          <text
            key={part.left}
            x={x + part.left}
            y={foot + (part.look === 'lowered' ? size * LOWERED.drop : 0)}
            fontFamily={FORMULA_FACE.family}
            fontSize={part.size}
            fontStyle={part.look === 'italic' ? 'italic' : undefined}
            fill={MARK.ink}
            xmlSpace="preserve"
          >
            {part.words}
          </text>
        ))}
      </>
    ),
  };
}

function fractionBox(over: Formula, under: Formula, size: number): FormulaBox {
  const [top, bottom] = [layoutFormula(over, size), layoutFormula(under, size)];
  const width = Math.max(top.width, bottom.width) + size * 0.4;
  const gap = size * 0.18;
  const bar = size * BAR;
  return {
    width,
    above: bar + gap + top.below + top.above,
    below: gap + bottom.above + bottom.below - bar,
    draw: (x, foot) => (
      <>
        {top.draw(x + (width - top.width) / 2, foot - bar - gap - top.below)}
        <line x1={x} x2={x + width} y1={foot - bar} y2={foot - bar} stroke={MARK.ink} strokeWidth={size * 0.05} />
        {bottom.draw(x + (width - bottom.width) / 2, foot - bar + gap + bottom.above)}
      </>
    ),
  };
}

/** A word such as sup keeps the text's size; a sign is larger. */
function signBox({ sign, below, above = '' }: Extract<FormulaPart, { sign: string }>, size: number): FormulaBox {
  const word = /^[a-z]+$/.test(sign);
  const own = word ? size : size * SIGN;
  const [main, lower, upper] = [textBox(sign, own), textBox(below, size * LIMIT), textBox(above, size * LIMIT)];
  // A large sign hangs around the middle of the letters.
  const drop = word ? 0 : own * 0.14;
  const width = Math.max(main.width, lower.width, upper.width);
  // How far the sign itself reaches below its foot.
  const mainBelow = word ? size * 0.2 : own * 0.2;
  const middle = (box: FormulaBox, x: number) => x + (width - box.width) / 2;
  return {
    width,
    above: main.above - drop + (above === '' ? 0 : upper.above + upper.below),
    below: drop + mainBelow + lower.above + lower.below,
    draw: (x, foot) => (
      <>
        {main.draw(middle(main, x), foot + drop)}
        {above !== '' && upper.draw(middle(upper, x), foot + drop - main.above - upper.below)}
        {lower.draw(middle(lower, x), foot + drop + mainBelow + lower.above)}
      </>
    ),
  };
}

function partBox(part: FormulaPart, size: number): FormulaBox {
  if (typeof part === 'string') return textBox(part, size);
  return 'sign' in part ? signBox(part, size) : fractionBox(part.over, part.under, size);
}

/** Lays a formula out on one line. */
export function layoutFormula(formula: Formula, size: number): FormulaBox {
  const { items: boxes, width } = inARow(formula.map((part) => partBox(part, size)));
  return {
    width,
    above: Math.max(...boxes.map(({ above }) => above), 0),
    below: Math.max(...boxes.map(({ below }) => below), 0),
    draw: (x, foot) => (
      <>
        {boxes.map((box) => (
          <g key={box.left}>{box.draw(x + box.left, foot)}</g>
        ))}
      </>
    ),
  };
}
