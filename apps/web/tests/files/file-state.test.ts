import { VALIDATION_STATUSES } from '@oncoloom/contract';
import { expect, it } from 'vitest';
import { FINDING_LOOKS } from '../../src/files/checks.tsx';
import { fileState, STATUS_WORDS, suggestionsWord } from '../../src/files/file-state.ts';
import { countFindings } from '../../src/files/findings.ts';

it('a file that can be used says so first, with what should be done to it', () => {
  expect(fileState({ validation_status: 'valid', suggestions: 0 })).toEqual({ look: 'valid', word: '可用' });
  expect(fileState({ validation_status: 'valid', suggestions: 2 })).toEqual({ look: 'warning', word: '可用，2 项建议' });
  expect(fileState({ validation_status: 'invalid', suggestions: 2 })).toEqual({ look: 'invalid', word: '不可用' });
});

it('every state begins with the word by which files are filtered', () => {
  for (const status of VALIDATION_STATUSES)
    for (const suggestions of [0, 1])
      expect(fileState({ validation_status: status, suggestions }).word.startsWith(STATUS_WORDS[status])).toBe(true);
});

it('counts in reports and forms use the word of the list', () => {
  expect(countFindings([{ level: 'should' }, { level: 'note', fix: { label: '换成基因名' } }, { level: 'note' }])).toBe(suggestionsWord(2));
  expect(suggestionsWord(1)).toContain(FINDING_LOOKS.should.word);
});
