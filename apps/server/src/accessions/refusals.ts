import { OutsideList } from '../fetching/ask.ts';
import { WrongChecksum } from '../fetching/download.ts';
import { ImportError } from '../fetching/errors.ts';
import { diskFull, isDiskFull } from '../platform/disk.ts';
import { ApiError } from '../platform/errors.ts';

/** What was asked for: a series, or a file of one. */
interface Asked {
  accession: string;
  name?: string;
}

const byHand = ({ accession, name }: Asked): string => `自己在 GEO 的 ${accession} 页面下载${name === undefined ? '' : ` ${name}`}，再上传`;

export const absent = (accession: string): ApiError =>
  new ApiError(404, `GEO 里没有找到 ${accession}：可能号码不对、还没有公开，或者没有可下载的文件。请核对号码；有文件的话也可以直接上传。`);

/**
 * What a user is told of a failure; undefined where it is a fault of this server.
 * @param place Who was asked, for the sentence, with the blank before a name in Latin letters.
 */
export function refusalOf(error: unknown, asked: Asked, place: string): ApiError | undefined {
  if (error instanceof ApiError) return error;
  if (isDiskFull(error)) return diskFull();
  if (error instanceof OutsideList)
    return new ApiError(422, `来源把地址转到了不允许访问的地方，没有取。请${byHand(asked)}。`, { code: 'outside' });
  if (error instanceof WrongChecksum)
    return new ApiError(
      422,
      `${asked.name ?? asked.accession} 取来的内容和校验和不同，没有留下。请点「重试」重新取；还是这样时，请${byHand(asked)}。`,
      { code: 'checksum' },
    );
  if (error instanceof ImportError)
    return new ApiError(503, `连不上${place}，没有取到 ${asked.name ?? asked.accession}。请稍后点「重试」；也可以${byHand(asked)}。`, {
      code: 'offline',
    });
  return undefined;
}
