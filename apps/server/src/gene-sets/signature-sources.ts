import { readFile } from 'node:fs/promises';
import { signatureSchema } from '@oncoloom/contract';
import { z } from 'zod';
import { SIGNATURE_ENDING } from './signatures.ts';
import { SOURCES_FILE } from './sources.ts';

const contentsSchema = z.array(z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/), seen: z.enum(['publisher', 'copy']) }));

/** A published file, and what it becomes in the signature. */
const partSchema = z.object({
  part: z.string(),
  /** `matrix`: names in the first row and column; `column`: a name and a number a line; `list`: a name a line; `gmt`: sets of genes. */
  as: z.enum(['matrix', 'column', 'list', 'gmt']),
  /** Its name at a mirror. */
  file: z.string().regex(/^\w[\w.-]*$/),
  /** Left out where the publisher has it only inside `packed`. */
  address: z.url().optional(),
  contents: contentsSchema,
});
export type SignaturePart = z.infer<typeof partSchema>;

const signatureSourceSchema = signatureSchema
  .pick({ title: true, source: true, release: true, date: true, licence: true, family: true, types: true })
  .extend({
    /** What the operator calls it. */
    name: z.string().regex(/^[a-z][a-z0-9-]*$/),
    /** Under which it is installed; another one in every release. */
    file: z.string().refine((file) => file.endsWith(SIGNATURE_ENDING)),
    acceptLicence: z.boolean(),
    /** The matrix whose columns, or `sets` whose genes are counted. */
    parts: z.array(partSchema),
    /** An R data file that holds all parts, and the script that writes them as the files that `parts` names. */
    packed: z.object({ file: z.string(), address: z.url(), script: z.string(), contents: contentsSchema }).optional(),
  });

/** A signature that the operator can install. */
export type SignatureSource = z.infer<typeof signatureSourceSchema>;

const fileSchema = z.object({ signatures: z.array(signatureSourceSchema).default([]) });

/** @param path Of a file such as reference/sources.json. */
export async function readSignatureSources(path = SOURCES_FILE): Promise<SignatureSource[]> {
  return fileSchema.parse(JSON.parse(await readFile(path, 'utf8'))).signatures;
}

/** What the operator types to install it. */
export function signatureCommand({ name, acceptLicence }: SignatureSource): string {
  return `npm run reference -- install ${name}${acceptLicence ? ' --accept-licence' : ''}`;
}
