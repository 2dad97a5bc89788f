import colours from './module-colours.json' with { type: 'json' };

/** The colour that a module of WGCNA is named after, as R paints it: R's green is not that of browsers. Undefined for other names. */
export function moduleColour(name: string): string | undefined {
  return Object.hasOwn(colours, name) ? colours[name as keyof typeof colours] : undefined;
}
