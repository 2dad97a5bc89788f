/** State of a navigation that changes a part of the page in view: the reader stays where they are. */
export const STAY = { stay: true } as const;
