import { kmColumns, kmStyle, type ToldFigure } from '@oncoloom/tool-kit';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { ChartDataError, type FigureData, typefaceOf } from '../src/index.ts';
import { kind } from '../src/kinds/km/index.ts';
import { CENSOR_REACH, type KmLayout, layout, screenHeight } from '../src/kinds/km/layout.ts';
import { overlap, type Rect } from '../src/plot/place-labels.ts';
import { textWidth } from '../src/text/measure.ts';

interface Patient {
  group: string;
  time: number;
  dead: boolean;
}

/** Patients of a group: `rate` a day, followed for 2,000 days at most; the sequence is the same at every run. */
function patientsOf(group: string, count: number, rate: number): Patient[] {
  let state = 7;
  const random = () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
  return Array.from({ length: count }, () => {
    const [death, leaves] = [Math.ceil(-Math.log(random()) / rate), Math.ceil(200 + 1800 * random())];
    return { group, time: Math.min(death, leaves), dead: death <= leaves };
  });
}

/** The tables as the engine writes them: a row per time at which somebody of the group left, by counting. */
function tablesOf(patients: readonly Patient[], times: readonly number[] = []): FigureData['tables'] {
  const names = [...new Set(patients.map(({ group }) => group))];
  const rows = names.flatMap((group) => {
    const own = patients.filter((patient) => patient.group === group);
    let survival = 1;
    return [0, ...new Set(own.map(({ time }) => time).sort((a, b) => a - b))].map((time, i) => {
      const atRisk = own.filter((patient) => patient.time >= time).length;
      const deaths = i === 0 ? 0 : own.filter((patient) => patient.time === time && patient.dead).length;
      const left = i === 0 ? 0 : own.filter((patient) => patient.time === time && !patient.dead).length;
      survival *= 1 - deaths / atRisk;
      return { group, time, survival, atRisk, deaths, left, upper: Math.min(1, survival + 0.08), lower: Math.max(0, survival - 0.08) };
    });
  });
  const numbers = (key: 'time' | 'survival' | 'atRisk' | 'deaths' | 'left' | 'upper' | 'lower') =>
    Float64Array.from(rows, (row) => row[key]);
  const risk = names.flatMap((group) =>
    times.map((time) => ({ group, time, n: patients.filter((patient) => patient.group === group && patient.time >= time).length })),
  );
  return {
    curve: {
      rowCount: rows.length,
      order: [],
      columns: {
        group: rows.map(({ group }) => group),
        time: numbers('time'),
        surv: numbers('survival'),
        lower: numbers('lower'),
        upper: numbers('upper'),
        n_risk: numbers('atRisk'),
        n_event: numbers('deaths'),
        n_censor: numbers('left'),
      },
    },
    risk: {
      rowCount: risk.length,
      order: [],
      columns: {
        group: risk.map(({ group }) => group),
        time: Float64Array.from(risk, ({ time }) => time),
        n: Float64Array.from(risk, ({ n }) => n),
      },
    },
  };
}

const FIGURE: ToldFigure = {
  title: '生存曲线',
  chart: 'km',
  tables: { curve: 'curve', risk: 'risk' },
  columns: kmColumns,
  caption: '',
  alternative: '',
  style: kmStyle(''),
};
const WORDS = { p_name: 'Log-rank P', p: '0.012', hr: '1.84', hr_low: '1.10', hr_high: '3.07', unit_word: '天' };
const TWO = [...patientsOf('高表达', 150, 0.002), ...patientsOf('低表达', 150, 0.0006)];
/** 85 × 90 mm in units of the layout. */
const PRINTED = { width: 413, height: 437 };

function laidOut(patients: readonly Patient[], style: FigureData['style'] = {}, size = PRINTED, times: readonly number[] = []): KmLayout {
  return layout({ figure: FIGURE, tables: tablesOf(patients, times), style, words: WORDS }, size);
}

const countAt = (patients: readonly Patient[], group: string, time: number) =>
  String(patients.filter((patient) => patient.group === group && patient.time >= time).length);

/** Boxes of the texts of the statistics. */
function textBoxes({ statistics: { lines, anchor }, frame: { typeface } }: KmLayout) {
  return lines.map(({ text, x, y }) => {
    const width = textWidth(text, typeface);
    return { x: anchor === 'end' ? x - width : x, y: y - typeface.size * 0.8, width, height: typeface.size };
  });
}

/** Boxes of every piece of the curves, with the marks on them. */
function curveBoxes({ curves }: KmLayout) {
  return curves.flatMap(({ line, censored }) => [
    ...line.slice(1).map(([x, y], i) => {
      const [fromX, fromY] = line[i] ?? [x, y];
      return { x: Math.min(x, fromX) - 0.5, y: Math.min(y, fromY) - 0.5, width: Math.abs(x - fromX) + 1, height: Math.abs(y - fromY) + 1 };
    }),
    ...censored.map(([x, y]) => ({ x: x - 0.5, y: y - CENSOR_REACH, width: 1, height: 2 * CENSOR_REACH })),
  ]);
}

/** Is a place within the ground of an interval? */
function isWithin([px, py]: readonly [number, number], band: readonly (readonly [number, number])[]): boolean {
  const crossings = band.filter(([x, y], i) => {
    const [fromX, fromY] = band.at(i - 1) as readonly [number, number];
    return y > py !== fromY > py && px < ((fromX - x) * (py - y)) / (fromY - y) + x;
  });
  return crossings.length % 2 === 1;
}

/** Places over a text that lie within an interval. */
function onBands({ curves }: KmLayout, texts: readonly Rect[]) {
  const shares = Array.from({ length: 41 }, (_, i) => i / 40);
  const places = texts.flatMap(({ x, y, width, height }) =>
    shares.flatMap((across) => [0, 0.5, 1].map((down) => [x + width * across, y + height * down] as const)),
  );
  return places.filter((place) => curves.some(({ band }) => isWithin(place, band)));
}

describe('numbers at risk', () => {
  it.each([0, 300, 3000])('stand under the ticks and count the patients, the axis ending at %d', (limit) => {
    const { risk, frame } = laidOut(TWO, { time_limit: limit }, PRINTED, [0, 500, 1000, 1500]);
    expect(frame.xTicks.length).toBeGreaterThanOrEqual(4);
    expect(frame.xTicks.every(({ value }) => value <= (limit || 2000))).toBe(true);
    for (const [i, group] of ['高表达', '低表达'].entries()) {
      const row = risk?.rows[i];
      expect(row?.label).toBe(group);
      expect(row?.numbers.map(({ x }) => x)).toEqual(frame.xTicks.map(({ value }) => frame.x(value)));
      expect(row?.numbers.map(({ text }) => text)).toEqual(frame.xTicks.map(({ value }) => countAt(TWO, group, value)));
    }
  });

  it.each([
    ['高表达', '低表达'],
    ['低', '高'],
  ])('have the colours of the sides of a cut-off, the first of the table the high one, called %s and %s', (high, low) => {
    const own = [...patientsOf(high, 40, 0.002), ...patientsOf(low, 40, 0.0006)];
    const { frame } = laidOut(own, { high_color: '#aa0000', low_color: '#0000aa' });
    expect(frame.legend.entries.map(({ name, colour }) => [name, colour])).toEqual([
      [high, '#aa0000'],
      [low, '#0000aa'],
    ]);
  });

  it('have colours of every figure where the user made the groups, whatever they are called', () => {
    const colours = (names: readonly string[]) => {
      const own = names.flatMap((name) => patientsOf(name, 40, 0.002));
      const data = { figure: { ...FIGURE, style: {} }, tables: tablesOf(own, []), style: {}, words: WORDS };
      return layout(data, PRINTED).curves.map(({ colour }) => colour);
    };
    expect(colours(['低风险', '高风险'])).toEqual(colours(['A', 'B']));
  });

  it('keep apart from each other and from the names, and within the figure', () => {
    for (const style of [{}, { figure_language: 'en' }, { font_size: 14 }, { renamed: ['高表达', 'A'.repeat(80)] }]) {
      const made = laidOut(TWO, style);
      const measure = (text: string) => textWidth(text, typefaceOf(style));
      for (const { numbers, label, x, anchor, y, numbersAt } of made.risk?.rows ?? []) {
        const edges = numbers.map((number) => [number.x - measure(number.text) / 2, number.x + measure(number.text) / 2] as const);
        edges.slice(1).forEach(([left], i) => {
          expect(left).toBeGreaterThan(edges[i]?.[1] ?? 0);
        });
        const [from, to] = anchor === 'end' ? [x - measure(label), x] : [x, x + measure(label)];
        expect([from >= 0, to <= made.width]).toEqual([true, true]);
        if (y === numbersAt) expect(to).toBeLessThan(edges[0]?.[0] ?? 0);
        expect(edges.at(-1)?.[1]).toBeLessThanOrEqual(made.width);
        expect(numbersAt).toBeLessThan(made.height);
      }
    }
  });

  it('are left out with a word where many groups have no room, and the curves keep theirs', () => {
    const groups = Array.from({ length: 60 }, (_, i) => patientsOf(`第 ${i} 组`, 8, 0.001)).flat();
    const { risk, frame, note, curves } = laidOut(groups);
    expect(curves).toHaveLength(60);
    const shown = risk?.rows.length ?? 0;
    expect(risk?.more.text).toBe(`另有 ${60 - shown} 组`);
    expect(note).toContain(`风险人数只列出 ${shown} 组，共 60 组`);
    expect(frame.legend.entries.at(-1)?.label).toBe(`另有 ${60 - frame.legend.entries.length + 1} 组`);
    expect(frame.plot.height).toBeGreaterThan(PRINTED.height / 5);
  });

  it('are all on a screen, which is as high as a dozen groups ask for', () => {
    const groups = Array.from({ length: 12 }, (_, i) => patientsOf(`第 ${i} 组`, 8, 0.001)).flat();
    const data = { figure: FIGURE, tables: tablesOf(groups), style: {}, words: WORDS };
    expect(layout(data, { width: 330, height: screenHeight(data, 330) }).risk?.rows).toHaveLength(12);
  });

  it('are not drawn where the style has none', () => {
    const bare = laidOut(TWO, { risk_table: false });
    expect(bare.risk).toBeNull();
    expect(bare.frame.plot.height).toBeGreaterThan(laidOut(TWO).frame.plot.height);
  });
});

describe('curves', () => {
  it('have their interval, their marks and their median by default', () => {
    const { curves, medians, frame } = laidOut(TWO);
    const [high] = curves;
    expect(high?.line[0]).toEqual([frame.x(0), frame.y(1)]);
    expect(high?.censored).toHaveLength(new Set(TWO.filter(({ group, dead }) => group === '高表达' && !dead).map(({ time }) => time)).size);
    expect(high?.band.length).toBeGreaterThan(high?.line.length ?? 0);
    expect(medians.half).toBe(frame.y(0.5));
    expect(medians.places.length).toBeGreaterThan(0);
    const bare = laidOut(TWO, { conf_int: false, show_censored: false, show_median: false });
    expect([bare.curves[0]?.band, bare.curves[0]?.censored, bare.medians.places]).toEqual([[], [], []]);
  });

  it('end an interval where its bounds are not known', () => {
    const tables = tablesOf(TWO);
    const upper = tables.curve?.columns.upper as Float64Array;
    const known = laidOut(TWO).curves[0]?.band.length ?? 0;
    const names = tables.curve?.columns.group as string[];
    const last = names.lastIndexOf('高表达');
    upper[last] = Number.NaN;
    const { curves } = layout({ figure: FIGURE, tables, style: {}, words: WORDS }, PRINTED);
    expect(curves[0]?.band).toHaveLength(known - 4);
    expect(curves[0]?.band.flat().every(Number.isFinite)).toBe(true);
  });

  it('say what a limit of the axis hides', () => {
    const last = Math.max(...TWO.map(({ time }) => time));
    expect(laidOut(TWO, { time_limit: 300 }).note).toContain(`最晚 ${last.toLocaleString('en-US')} 天`);
    expect(laidOut(TWO).note).toBe('');
  });
});

describe('six groups on a small panel', () => {
  it('have all their names and numbers', () => {
    const six = Array.from({ length: 6 }, (_, i) => patientsOf(`名字不短的第 ${i + 1} 组`, 40, 0.001)).flat();
    const { risk, frame } = laidOut(six, {}, { width: 413, height: 320 });
    expect([risk?.rows.length, risk?.more.text]).toEqual([6, '']);
    expect(frame.legend.entries).toHaveLength(6);
    expect(frame.plot.height).toBeGreaterThan(40);
  });
});

describe('what the tests say', () => {
  it.each([
    ['both fall', 0.004, 0.002],
    ['one stays high', 0.004, 0.0002],
    ['both stay high', 0.0002, 0.0001],
    ['one crosses the middle', 0.0012, 0.0002],
  ])('covers neither curve nor interval where %s', (_, high, low) => {
    for (const size of [PRINTED, { width: 845, height: 437 }]) {
      const made = laidOut([...patientsOf('高表达', 120, high), ...patientsOf('低表达', 120, low)], {}, size);
      const texts = textBoxes(made);
      // Over the plot where the intervals leave no room in it.
      expect(texts.length === 2 || made.frame.heading.text.includes('HR = 1.84')).toBe(true);
      expect(curveBoxes(made).filter((box) => texts.some((text) => overlap(text, box) > 0))).toEqual([]);
      expect(onBands(made, texts)).toEqual([]);
      const { plot } = made.frame;
      for (const text of texts) expect([text.x >= plot.x, text.x + text.width <= plot.x + plot.width]).toEqual([true, true]);
    }
  });

  it('stands over the plot where curves are everywhere', () => {
    const rates = [0.00002, 0.0001, 0.0002, 0.0003, 0.0004, 0.0006, 0.0008, 0.0012, 0.002, 0.004, 0.008];
    const { statistics, frame } = laidOut(rates.flatMap((rate, i) => patientsOf(`g${i}`, 100, rate)));
    expect(statistics.lines).toEqual([]);
    expect(frame.heading.text).toBe('Log-rank P = 0.012\u2003HR = 1.84（95% CI 1.10–3.07）');
  });

  it('stands below everything in a figure too small for it', () => {
    const made = laidOut(TWO, { figure_language: 'en' }, { width: 243, height: 243 });
    const texts = textBoxes(made);
    const lowest = Math.max(...(made.risk?.rows ?? []).map(({ numbersAt }) => numbersAt));
    for (const text of texts)
      expect([text.x >= 0, text.x + text.width <= 243, text.y > lowest, text.y + text.height <= 243]).toEqual(Array(4).fill(true));
    expect(texts).toHaveLength(2);
  });
});

describe('words', () => {
  it('are English, to the last letter', () => {
    const said = ['高表达', 'High expression', '低表达', 'Low expression', '天', 'days', '生存率', 'Survival'];
    const data = { figure: FIGURE, tables: tablesOf(TWO), style: { figure_language: 'en', said }, words: WORDS };
    const markup = renderToStaticMarkup(
      createElement(kind.Picture, { layout: kind.layout(data, PRINTED), id: 'a', active: null, vector: true }),
    );
    for (const text of ['Number at risk', 'High expression', 'Low expression', 'Time (days)', 'Survival', 'HR = 1.84 (95% CI 1.10–3.07)'])
      expect(markup).toContain(`>${text}<`);
    expect(markup.replace(/ data-name="[^"]*"/g, '')).not.toMatch(/[\u3000-\u9fff\uff00-\uffef]/);
  });

  it('are those that the user gave, in the order that the user gave', () => {
    const { risk, frame } = laidOut(TWO, { renamed: ['高表达', 'TP53 高'], group_order: ['低表达', '高表达'] });
    expect(risk?.rows.map(({ label }) => label)).toEqual(['低表达', 'TP53 高']);
    expect(frame.legend.entries.map(({ label, mark }) => [label, mark])).toEqual([
      ['低表达', 'line'],
      ['TP53 高', 'line'],
    ]);
  });
});

describe('ugly data', () => {
  it('without a patient is refused with the reason', () => {
    expect(() => laidOut([])).toThrow(ChartDataError);
    expect(() => laidOut([])).toThrow('没有可画的患者');
  });

  it.each<[string, Patient[]]>([
    ['one patient', [{ group: 'مجموعة', time: 40, dead: false }]],
    ['nobody followed', [{ group: 'a', time: 0, dead: false }]],
    ['no event', Array.from({ length: 20 }, (_, i) => ({ group: i % 2 === 0 ? 'a' : 'b', time: 100 + i, dead: false }))],
    ['everybody at once', Array.from({ length: 20 }, () => ({ group: 'a', time: 50, dead: true }))],
  ])('of %s is drawn', (_, patients) => {
    const made = laidOut(patients);
    expect(made.curves.flatMap(({ line }) => line.flat()).every(Number.isFinite)).toBe(true);
    expect(made.risk?.rows[0]?.numbers[0]?.text).toBe(countAt(patients, patients[0]?.group ?? '', 0));
  });

  it('of missing and infinite times is drawn without them', () => {
    const tables = tablesOf(TWO);
    const time = tables.curve?.columns.time as Float64Array;
    time[3] = Number.NaN;
    time[4] = Number.POSITIVE_INFINITY;
    const { curves, stops } = layout({ figure: FIGURE, tables, style: {}, words: WORDS }, PRINTED);
    expect(curves.flatMap(({ line }) => line.flat()).every(Number.isFinite)).toBe(true);
    expect(stops.some((row) => row === 3 || row === 4)).toBe(false);
  });
});

describe('cumulative incidences', () => {
  const INCIDENCE: ToldFigure = {
    ...FIGURE,
    columns: { ...Object.fromEntries(Object.entries(kmColumns).filter(([role]) => role !== 'survival')), incidence: 'surv' },
  };
  /** The shares of `TWO` that had the event, at most `most`. */
  function incidences(most: number): FigureData['tables'] {
    const { curve, ...others } = tablesOf(TWO, [0, 500, 1000]);
    const turned = (column: unknown) => (column instanceof Float64Array ? column.map((value) => (1 - value) * most) : new Float64Array());
    const { surv, lower, upper } = curve?.columns ?? {};
    return {
      ...others,
      curve: {
        rowCount: curve?.rowCount ?? 0,
        order: [],
        columns: { ...curve?.columns, surv: turned(surv), lower: turned(upper), upper: turned(lower) },
      },
    };
  }
  const drawn = (most: number, style: FigureData['style'] = {}) =>
    layout({ figure: INCIDENCE, tables: incidences(most), style, words: { ...WORDS, hr: '' } }, PRINTED);

  it('rise from 0 on an axis that ends above the highest of them, and have no medians', () => {
    const { curves, frame, medians } = drawn(0.3);
    for (const { line } of curves) {
      expect(line[0]?.[1]).toBeCloseTo(frame.y(0), 6);
      expect(line.every(([, y], i) => i === 0 || y <= (line[i - 1]?.[1] ?? 0) + 1e-9)).toBe(true);
    }
    expect(frame.y.domain[1]).toBeGreaterThan(0.25);
    expect(frame.y.domain[1]).toBeLessThan(0.5);
    expect(medians.places).toEqual([]);
    expect(drawn(0.02).frame.y.domain[1]).toBeCloseTo(0.1 * 1.03, 6);
    expect(drawn(1).frame.y.domain[1]).toBeCloseTo(1.03, 6);
  });

  it('are called so on the axis and at a step', () => {
    expect(drawn(0.3).describe(3).rows[0]?.[0]).toBe('累积发生率');
    expect(drawn(0.3).frame.titles.y.lines.join('')).toBe('累积发生率');
  });

  it('leave the statistics a place on neither curve nor interval, the upper left where it is free', () => {
    const placed = drawn(0.3, { conf_int: true });
    const texts = textBoxes(placed);
    expect(texts.length).toBeGreaterThan(0);
    expect(curveBoxes(placed).some((box) => texts.some((text) => overlap(box, text) > 0))).toBe(false);
    expect(onBands(placed, texts)).toEqual([]);
    const [first] = texts;
    expect((first?.x ?? 0) - placed.frame.plot.x).toBeLessThan(placed.frame.plot.width / 4);
  });
});
