import { expect, it } from 'vitest';
import { methodsOf } from '../../src/analyses/texts/methods.ts';
import type { Words } from '../../src/analyses/texts/words.ts';

const told = (words: Words) => methodsOf({ inputs: [], result: null }, { zh: '方法。', en: 'Methods.' }, words);

it('methods say which of 1 and 2 was an event, in both languages, where a status had these alone', () => {
  for (const event of ['1', '2'])
    expect(told({ status_event: event })).toEqual({
      zh: `方法。状态列只有 1 和 2，以 ${event} 为发生事件。`,
      en: `Methods. The status column held 1 and 2 only; ${event} marked an event.`,
    });
  for (const words of [{ status_event: 'auto' }, {}] as Words[]) expect(told(words)).toEqual({ zh: '方法。', en: 'Methods.' });
});
