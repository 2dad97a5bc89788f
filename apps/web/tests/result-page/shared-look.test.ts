import { changeColours, commonStyle } from '@oncoloom/tool-kit';
import { describe, expect, it } from 'vitest';
import { sharedLook, withSharedLook } from '../../src/result-page/figures/shared-look.ts';

const declared = { ...commonStyle({ width: 3, height: 3 }), ...changeColours };
const entry = (name: string, colour: string, coloured: boolean) => ({
  name,
  label: name,
  colour,
  count: '',
  ...(coloured && { coloured: true as const }),
});

describe('the look of groups', () => {
  const style = { renamed: ['NEG', '阴性'], group_order: ['NEG', 'BCR/ABL'], group_colours: [], palette: 'npg', up_color: '#123456' };
  const look = sharedLook(declared, style, [entry('NEG', '#111111', true), entry('上调', '#123456', false)]);

  it('goes to another figure: names, order, and the colour that each group has', () => {
    expect(withSharedLook(declared, {}, look)).toMatchObject({
      renamed: ['NEG', '阴性'],
      group_order: ['NEG', 'BCR/ABL'],
      group_colours: ['NEG', '#111111'],
      palette: 'npg',
      up_color: '#123456',
    });
  });

  it('leaves what the other figure has of other groups', () => {
    const other = { renamed: ['X', 'Y', 'NEG', 'N'], group_colours: ['X', '#222222'] };
    expect(withSharedLook(declared, other, look)).toMatchObject({
      renamed: ['X', 'Y', 'NEG', '阴性'],
      group_colours: ['X', '#222222', 'NEG', '#111111'],
    });
  });

  it('sets no field that the other figure lacks', () => {
    expect(withSharedLook(commonStyle({ width: 3, height: 3 }), {}, look)).not.toHaveProperty('up_color');
  });
});
