import { describe, expect, it, vi } from 'vitest';
import { LatestSave } from '../../src/base/latest-save.ts';

describe('LatestSave', () => {
  it('tries a value again that was not taken, and saves a taken one once', async () => {
    const edits = new LatestSave<string>();
    const save = vi.fn(async () => true).mockResolvedValueOnce(false);
    edits.put('red');
    expect(await edits.flush(save)).toBe(false);
    expect(await edits.flush(save)).toBe(true);
    expect(await edits.flush(save)).toBe(true);
    expect(save.mock.calls).toEqual([['red'], ['red']]);
  });

  it('lets a newer value take the place of one that was not taken', async () => {
    const edits = new LatestSave<string>();
    const save = vi.fn(async () => true).mockResolvedValueOnce(false);
    edits.put('red');
    const first = edits.flush(save);
    edits.put('blue');
    expect(await first).toBe(false);
    expect(await edits.flush(save)).toBe(true);
    expect(save.mock.calls).toEqual([['red'], ['blue']]);
  });

  it('saves in the order of the edits, and goes on after an error', async () => {
    const edits = new LatestSave<string>();
    const save = vi.fn(async () => true).mockRejectedValueOnce(new Error('broken'));
    edits.put('red');
    await expect(edits.flush(save)).rejects.toThrow('broken');
    edits.put('blue');
    expect(await edits.flush(save)).toBe(true);
  });
});
