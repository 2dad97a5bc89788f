import type { Analysis, AnalysisResult } from '@oncoloom/contract';
import { parseTsv } from '@oncoloom/figures';
import { isSame, lookUp, numbersIn, type Place, type ToolDefinition } from '@oncoloom/tool-kit';

type Told = Pick<AnalysisResult, 'summary' | 'headline' | 'detail' | 'places' | 'sources'>;

/** Numbers of the sentences of a result, and those of them that lead nowhere. */
export function numbersOf(result: Told): { numbers: number; without: string[] } {
  const texts = (['headline', 'summary', 'detail'] as const).map((name) => [result[name], result.places[name]] as const);
  const leads = (number: { start: number; end: number }) => (place: Place) =>
    place.start <= number.start && place.end >= number.end && (place.name === null || result.sources[place.name] !== undefined);
  const found = texts.map(([text, places]) => ({ text, places, numbers: numbersIn(text) }));
  return {
    numbers: found.reduce((sum, { numbers }) => sum + numbers.length, 0),
    without: found.flatMap(({ text, places, numbers }) =>
      numbers
        .filter((number) => !places.some(leads(number)))
        .map(({ start, end }) => `${text.slice(start, end)} of “${text.slice(Math.max(0, start - 20), end + 20)}”`),
    ),
  };
}

/** Declared sources of a tool that do not yield the fact, in a run with these tables. */
export async function wrongSources(
  { sources = {}, tables }: ToolDefinition,
  { parameters, result }: Pick<Analysis, 'parameters' | 'result'>,
  textOf: (table: string) => Promise<string | undefined>,
): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, source] of Object.entries(sources)) {
    const fact = result?.facts[name];
    if (!('table' in source) || fact === undefined || fact === null) continue;
    const text = await textOf(source.table);
    const declaration = tables[source.table];
    if (text === undefined || declaration === undefined) faults.push(`${name}: no table ${source.table}`);
    else {
      const found = lookUp(source, parseTsv(text, declaration), { parameters, facts: result?.facts ?? {} });
      if (found === null || !isSame(found.value, fact)) faults.push(`${name}: ${source.table} has ${found?.value}, the fact is ${fact}`);
    }
  }
  return faults;
}
