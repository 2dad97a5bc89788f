import { useEffect } from 'react';
import { create } from 'zustand';
import { mediaQueryHook } from '../hooks/media-query.ts';
import { COLOUR_RULES, SCHEMES, type Scheme } from './colours.ts';

/** Also read by `public/first-paint.js`, before any other script. */
const KEY = 'oncoloom.scheme';

/** What the user has chosen for this browser; `system` follows it. */
export const SCHEME_CHOICES = ['system', ...SCHEMES] as const;
export type SchemeChoice = (typeof SCHEME_CHOICES)[number];

function kept(): SchemeChoice {
  try {
    return SCHEMES.find((scheme) => scheme === localStorage.getItem(KEY)) ?? 'system';
  } catch {
    // A browser that keeps nothing.
    return 'system';
  }
}

const useChoice = create<{ choice: SchemeChoice }>()(() => ({ choice: kept() }));

export const useSchemeChoice = (): SchemeChoice => useChoice(({ choice }) => choice);

export function chooseScheme(choice: SchemeChoice): void {
  useChoice.setState({ choice });
  try {
    if (choice === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, choice);
  } catch {
    // It holds until the page is left.
  }
}

const useDarkSystem = mediaQueryHook('(prefers-color-scheme: dark)');

/** The scheme in view: the chosen one, or the system's, followed while the page is open. Style sheets see it on the document. */
export function useScheme(): Scheme {
  const choice = useSchemeChoice();
  const dark = useDarkSystem();
  const scheme = choice === 'system' ? (dark ? 'dark' : 'light') : choice;
  useEffect(() => {
    document.documentElement.dataset.scheme = scheme;
  }, [scheme]);
  return scheme;
}

/** Gives style sheets their colours; once, before anything is drawn. */
export function addColours(): void {
  const sheet = document.createElement('style');
  sheet.textContent = COLOUR_RULES;
  document.head.append(sheet);
}
