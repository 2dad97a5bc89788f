import { PAGE_SIZES } from '@oncoloom/contract';
import { z } from 'zod';

const [least, most] = [1, Math.max(...PAGE_SIZES)];
const sentence = `每页 ${least} 到 ${most} 条`;

/** Rows of a page as a call asks for them: any number up to the largest that the pages offer. */
export const pageSize = z.coerce.number(sentence).int(sentence).min(least, sentence).max(most, sentence);
