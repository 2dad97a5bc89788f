import { describe, expect, it, vi } from 'vitest';
import { prepareCanvas } from '../../src/charts/points-canvas.ts';

describe('a canvas', () => {
  it('has a pixel however small its place is, and the density of the screen', () => {
    vi.stubGlobal('window', { devicePixelRatio: 1 });
    const canvas = { width: 0, height: 0, getContext: () => null } as unknown as HTMLCanvasElement;
    prepareCanvas(canvas, 300, 200, 0.001);
    expect([canvas.width, canvas.height]).toEqual([1, 1]);
    prepareCanvas(canvas, 300, 200, 2);
    expect([canvas.width, canvas.height]).toEqual([600, 400]);
  });
});
