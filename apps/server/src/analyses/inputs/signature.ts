import type { SignatureParameter } from '@oncoloom/tool-kit';
import type { StoredFile } from '../../files/service.ts';
import { fieldError } from '../../platform/errors.ts';
import { describeFile, ownFile } from '../input-sources/from-file.ts';
import type { Described, ResolvedKind, Sources } from './kind.ts';

/** An installed signature. @param name Undefined: the newest of the parameter's family. @throws ApiError 422 */
export async function installedSignature(
  { signatures, storage }: Pick<Sources, 'signatures' | 'storage'>,
  { field, parameter }: { field: string; parameter: SignatureParameter },
  name: string | undefined,
): Promise<Described> {
  const found = name === undefined ? (await signatures.list(parameter.family))[0] : await signatures.find(parameter.family, name);
  if (found === undefined) {
    const missing = name === undefined ? `这台服务器还没有安装「${parameter.label}」` : `没有安装「${name}」`;
    const own = parameter.fileField === undefined ? '' : '上传自己的签名文件，或';
    throw fieldError(field, `${missing}。请${own}联系管理员安装：命令在服务器的运行状态页（/status）`);
  }
  const { sha256, path, title, genes, types } = found;
  if (!(await storage.has(sha256))) await storage.put(path);
  return {
    facts: { name: title },
    used: [
      {
        field,
        input: parameter.input,
        type: 'signature',
        name: title,
        sha256,
        blob: sha256,
        format: 'json',
        rows: genes,
        columns: types,
        request: { from: 'collection', name: found.name },
      },
    ],
  };
}

/** A matrix of the user's: genes × cell types. */
function ofFile(sources: Sources, place: { field: string; parameter: SignatureParameter }, file: StoredFile): Promise<Described> {
  return describeFile(sources, { ...place, takes: ['expression'] }, file);
}

/** A signature of cell types: an installed one, or a file of the user's. */
export const signature: ResolvedKind<SignatureParameter> = {
  async resolve(sources, { field, parameter, value, userId }) {
    const place = { field, parameter };
    if (value.from === 'collection') return installedSignature(sources, place, value.name);
    return ofFile(sources, place, await ownFile(sources, { ...place, takes: [] }, userId, value.id));
  },
  example: (sources, { field, parameter, file }) => ofFile(sources, { field, parameter }, file),
};
