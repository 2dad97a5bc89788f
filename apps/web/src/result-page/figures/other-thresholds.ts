import type { ToldFigure, ToldTool, Value } from '@oncoloom/tool-kit';

/** A setting of the run that a figure was edited to differ from. */
export interface OtherThreshold {
  name: string;
  label: string;
  run: number;
  figure: number;
}

/** Does the result's text or table follow from this parameter? A number of labels, which is a style alone, does not. */
function decides({ texts, tables }: Pick<ToldTool, 'texts' | 'tables'>, name: string): boolean {
  const spoken = [texts.headline, texts.summary, texts.detail].some((text) => text.includes(`{{${name}}}`));
  const clauses = Object.values(tables).flatMap(({ views = [] }) => views.flatMap((view) => view.clauses));
  return spoken || clauses.some(({ value }) => typeof value === 'object' && value.parameter === name);
}

/** Thresholds with which a figure is drawn and the result was not computed: the page would say two things. */
export function otherThresholds(
  tool: Pick<ToldTool, 'texts' | 'tables' | 'parameters'>,
  figure: Pick<ToldFigure, 'style'>,
  style: Readonly<Record<string, Value>>,
  values: Readonly<Record<string, unknown>>,
): OtherThreshold[] {
  return Object.keys(figure.style).flatMap((name) => {
    const [run, drawn, parameter] = [values[name], style[name], tool.parameters[name]];
    if (parameter === undefined || typeof run !== 'number' || typeof drawn !== 'number' || run === drawn || !decides(tool, name)) return [];
    return [{ name, label: parameter.label, run, figure: drawn }];
  });
}
