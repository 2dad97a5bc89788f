import type { PlatformsService } from '../../chip-platforms/service.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Storage } from '../../storage/storage.ts';

/** A table of probes and symbols, and what its reader is told of it. */
export interface Annotation {
  path: string;
  label: string;
}

interface Parts {
  storage: Storage;
  platforms: Pick<PlatformsService, 'table' | 'refresh'>;
}

/**
 * The annotation of a platform; one that is not installed yet is looked for where platforms come from.
 * @param act what the user clicks again once it has come. Throws ApiError 422.
 */
export async function annotationOf({ storage, platforms }: Parts, platform: string, act: string): Promise<Annotation> {
  let table = await platforms.table(platform);
  if (table === undefined) {
    const { refreshing, problems } = await platforms.refresh(platform);
    table = await platforms.table(platform);
    if (table === undefined) {
      const why = problems.map(({ detail }) => detail).join('；');
      throw new ApiError(
        422,
        refreshing
          ? `正在取 ${platform} 的注释，要几分钟。取到后再点一次「${act}」；急用可以在「芯片标准化与注释」里上传注释表。`
          : `这台服务器没有 ${platform} 的注释，也取不到${why === '' ? '' : `（${why}）`}。请在「芯片标准化与注释」里上传注释表（GEO 的平台页可以下载），或请管理员把它放进镜像。`,
      );
    }
  }
  return { path: await storage.path(table.sha256), label: table.label };
}
