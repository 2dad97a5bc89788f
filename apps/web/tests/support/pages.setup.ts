import { afterEach } from 'vitest';
import { closePage } from './page.tsx';

/** Of each file of pages: the module of its helpers is read once for all of them. */
afterEach(closePage);
