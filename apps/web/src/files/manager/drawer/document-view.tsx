import type { UserFile } from '@oncoloom/contract';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { requestFileAddress } from '../../../api/download.ts';
import { keys } from '../../../api/query-keys.ts';

/** What a browser shows as a picture. */
const PICTURE = /\.(png|svg)$/i;

/** A saved figure as a picture, where the browser has one; of another document, how to look at it. */
export function DocumentView({ file }: { file: UserFile }) {
  const isPicture = PICTURE.test(file.name);
  const { data: address, error } = useQuery({
    queryKey: [...keys.file(file.id), 'address', file.version],
    queryFn: () => requestFileAddress(file.id, true),
    enabled: isPicture,
    // An address opens the file for some minutes only.
    gcTime: 0,
  });
  if (!isPicture || error !== null) return <p className="caption">这种文件不在这里预览，请下载后用相应的软件打开。</p>;
  return address === undefined ? <Skeleton.Image active /> : <img className="document-picture on-white" src={address} alt={file.name} />;
}
