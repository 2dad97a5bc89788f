/** Colours of marks that are the same in every figure (the data's own colours come from the style). */
export const MARK = {
  ink: '#16242B',
  axis: '#2b363b',
  threshold: '#7d8b92',
  caption: '#5F6F77',
  accent: '#0B6E69',
  leader: '#5F6F77',
  missing: '#E4E9EB',
  /** What warns of the data themselves. */
  notice: '#b3261e',
  /** Outline that makes the pale "no change" grey visible in a legend. */
  paleOutline: '#b9c4cc',
} as const;
