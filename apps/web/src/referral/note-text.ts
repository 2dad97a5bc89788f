import type { Note } from '@oncoloom/contract';

/** A tag as Xiaohongshu reads it: with one leading # and no blank inside, where the tag would end. */
export function hashTag(tag: string): string {
  return `#${tag.replace(/^#+/, '').replace(/\s+/g, '')}`;
}

/** The whole note as one text to paste. */
export function noteText({ title, text, tags }: Pick<Note, 'title' | 'text' | 'tags'>): string {
  return [title, text, tags.map(hashTag).join(' ')].filter((part) => part !== '').join('\n\n');
}
