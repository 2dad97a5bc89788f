import { z } from 'zod';

/** What a signature of cell types serves for: which of them a tool offers follows from it. */
const SIGNATURE_FAMILIES = ['estimate', 'fractions', 'xcell'] as const;
export type SignatureFamily = (typeof SIGNATURE_FAMILIES)[number];

/** A signature of cell types that is installed. */
export const signatureSchema = z.object({
  /** Its file's name without ending, by which requests name it. */
  name: z.string(),
  title: z.string(),
  source: z.string(),
  release: z.string(),
  /** Of the release, as its source writes it. */
  date: z.string(),
  licence: z.string(),
  family: z.enum(SIGNATURE_FAMILIES),
  /** Different ones in it. */
  genes: z.number(),
  /** Cell types, or scores, that it tells apart. */
  types: z.number(),
});
export type Signature = z.infer<typeof signatureSchema>;

/** A signature that the operator can install; `/status` has the command. */
const availableSignatureSchema = signatureSchema.pick({ title: true, release: true, family: true }).extend({
  /** By which the command names it. */
  name: z.string(),
});

/** GET /api/signatures */
export const signaturesSchema = z.object({
  /** The newest of a family first. */
  signatures: z.array(signatureSchema),
  /** Not installed in any release. */
  available: z.array(availableSignatureSchema),
});
export type Signatures = z.infer<typeof signaturesSchema>;
