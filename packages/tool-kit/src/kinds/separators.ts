/** Words of a list that was typed or pasted: white space, commas, semicolons, bars and Chinese punctuation part them. */
export function splitWords(text: string): string[] {
  return text.split(/[\s,;，；、。|]+/).filter((word) => word !== '');
}

/** Names of columns: white space and 、 may be part of one. */
export function splitNames(text: string): string[] {
  return text
    .split(/[,;，；]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
