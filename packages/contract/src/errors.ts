import { z } from 'zod';

/** What every failed call answers: one Chinese sentence, and the fields at fault. */
const errorSchema = z.object({
  detail: z.string(),
  errors: z.array(z.object({ field: z.string(), detail: z.string() })).optional(),
});
export type ErrorResponse = z.infer<typeof errorSchema>;
export interface FieldError {
  field: string;
  detail: string;
}
