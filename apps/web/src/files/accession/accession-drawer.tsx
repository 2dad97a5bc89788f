import type { PlatformList, Series, SeriesFetch, UserFile } from '@oncoloom/contract';
import { formatCount } from '@oncoloom/tool-kit';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Drawer, Input } from 'antd';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { cancelFetch, fetchSeries, lookAtSeries, retryFetch } from '../../api/accessions.ts';
import { failureText } from '../../api/client.ts';
import { fileInfo } from '../../api/files.ts';
import { refreshPlatforms } from '../../api/platforms.ts';
import { formRefusalOf, waitUntilRead } from '../use-upload.ts';
import { FetchRow } from './fetch-row.tsx';
import { SeriesFiles } from './series-files.tsx';
import { goesOn, useFetches } from './use-fetches.ts';
import { type Merging, missing, useMerging } from './use-merging.ts';
import './accession.css';

interface Props {
  /** A number that was typed elsewhere: it is looked up at once. */
  asked?: string | undefined;
  /** Null: to the root. */
  directoryId?: number | null;
  /** Takes a file where one is asked for. */
  onFile?: ((file: UserFile) => void) | undefined;
  onClose: () => void;
}

type Found = { kind: 'series'; series: Series } | { kind: 'platform'; text: string };

const PLATFORM = /^GPL\d{1,7}$/;

/** A number of a platform is that of an annotation, which forms fetch by themselves. */
function platformText(number: string, { results, problems }: PlatformList): string {
  const found = results.find(({ platform }) => platform === number);
  if (found?.installed !== true) return problems[0]?.detail ?? `没有取到 ${number} 的注释表。请核对平台号。`;
  return `${number} 是芯片平台。注释表装好了（${formatCount(found.probes ?? 0)} 个探针），表单里选平台时可以用。取数据请填系列号，如 GSE4107。`;
}

async function find(number: string): Promise<Found> {
  if (!PLATFORM.test(number)) return { kind: 'series', series: await lookAtSeries(number, { silent: true }) };
  return { kind: 'platform', text: platformText(number, await refreshPlatforms(number, { silent: true })) };
}

/** Fetches series of GEO by their numbers: what there is, the choice, and how far it is. It goes on while this is closed. */
export default function AccessionDrawer({ asked = '', directoryId = null, onFile, onClose }: Props) {
  const [typed, setTyped] = useState(asked);
  const number = typed.trim().toUpperCase();
  const look = useMutation({ mutationFn: find });
  const { fetches, set } = useFetches();
  const begin = useMutation({
    mutationFn: ({ accession, files }: { accession: string; files: string[] }) =>
      fetchSeries(accession, { files, directory_id: directoryId }),
    onSuccess: set,
  });
  const take = useTaking(fetches, onFile);
  const merging = useMerging(fetches, onFile);
  const merge = (accession: string, names: readonly string[]) => {
    merging.ask({ accession, names });
    const files = missing(fetches, { accession, names });
    if (files.length > 0) begin.mutate({ accession, files }, { onError: merging.giveUp });
  };
  const start = useRef(look.mutate);
  useEffect(() => {
    if (asked.trim() !== '') start.current(asked.trim().toUpperCase());
  }, [asked]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The form behind, in whose field this was opened, is not sent with it.
    event.stopPropagation();
    if (number !== '') look.mutate(number);
  };
  const failure = look.isError
    ? failureText(look.error, '没有查到，请稍后再试。')
    : begin.isError
      ? failureText(begin.error, '没有开始取，请重试。')
      : take.refusal;
  const found = look.data;
  return (
    <Drawer open onClose={onClose} title="用 GEO 编号取数据" size={560}>
      <form className="accession-line" onSubmit={submit}>
        <Input
          autoFocus
          aria-label="GEO 编号"
          placeholder="GEO 编号，如 GSE4107"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type={found === undefined ? 'primary' : 'default'} htmlType="submit" loading={look.isPending} disabled={number === ''}>
          查找
        </Button>
      </form>
      <p className="caption accession-hint">
        平台从 NCBI 取系列的表达矩阵或计数表，和样本对好。连不上时，请自己在 GEO 页面下载，再用「上传」。
      </p>
      {failure !== undefined && <Alert type="error" showIcon title={failure} role="alert" />}
      {look.isPending && <p role="status">正在查 {look.variables}，可能要半分钟。</p>}
      {found?.kind === 'platform' && <Alert type="info" showIcon title={found.text} />}
      {found?.kind === 'series' && (
        <SeriesFiles
          key={found.series.accession}
          series={found.series}
          busy={begin.isPending}
          onFetch={(files) => {
            take.expect(found.series.accession, files);
            begin.mutate({ accession: found.series.accession, files });
          }}
          onMerge={(names) => merge(found.series.accession, names)}
        />
      )}
      {merging.now !== undefined && <MergingLine now={merging.now} onFile={onFile} />}
      {fetches.length > 0 && (
        <section aria-label="正在取的文件" className="series-fetches">
          <h3 className="small-title" aria-live="polite">
            {fetches.some(goesOn) ? '正在取，关上这里也会接着取' : '刚取过的'}
          </h3>
          <ul>
            {fetches.map((fetch) => (
              <FetchRow
                key={fetch.id}
                fetch={fetch}
                onFile={onFile && take.file}
                onCancel={() => void cancelFetch(fetch.id).then(set)}
                onRetry={() => void retryFetch(fetch.id).then(set)}
              />
            ))}
          </ul>
        </section>
      )}
    </Drawer>
  );
}

/** How far the merging of arrays is. */
function MergingLine({ now, onFile }: { now: Merging; onFile: Props['onFile'] }) {
  if (now.state === 'refused') return <Alert type="error" showIcon title={`${now.accession} 没有合并：${now.why}`} role="alert" />;
  if (now.state !== 'done')
    return (
      <Alert
        type="info"
        showIcon
        role="status"
        title={now.state === 'fetching' ? '几个芯片都取来后就按基因合并，请先别关上这里' : '正在按基因合并'}
      />
    );
  const merged = now.file.facts?.findings.find(({ code }) => code === 'arrays_merged');
  return (
    <Alert
      type="success"
      showIcon
      role="status"
      title={`已合并成「${now.file.name}」`}
      description={merged?.message}
      action={onFile === undefined ? <Link to={`/file-manager?file=${now.file.id}`}>打开</Link> : undefined}
    />
  );
}

/** Hands a file on, once it is read: one that is chosen, or the only one that was asked for here. */
function useTaking(fetches: readonly SeriesFetch[], onFile: Props['onFile']) {
  const [refusal, setRefusal] = useState<string>();
  const expected = useRef<{ accession: string; name: string; known: ReadonlySet<string> } | undefined>(undefined);
  const file = async (chosen: UserFile) => {
    expected.current = undefined;
    const read = await waitUntilRead(await fileInfo(chosen.id, { silent: true }), new AbortController().signal);
    const why = formRefusalOf(read);
    setRefusal(why);
    if (why === undefined) onFile?.(read);
  };
  const taking = useRef(file);
  useEffect(() => {
    taking.current = file;
  });
  useEffect(() => {
    const wanted = expected.current;
    const come = fetches.find((one) => wanted?.accession === one.accession && one.name === wanted.name && !wanted.known.has(one.id));
    if (come?.state === 'done' && come.file !== null) void taking.current(come.file);
  }, [fetches]);
  return {
    refusal,
    file: (chosen: UserFile) => void file(chosen),
    /** Files are asked for: a single one is taken as soon as it is there. */
    expect: (accession: string, files: readonly string[]) => {
      const [name, ...others] = files;
      const known = new Set(fetches.filter((fetch) => !goesOn(fetch)).map(({ id }) => id));
      expected.current = onFile === undefined || name === undefined || others.length > 0 ? undefined : { accession, name, known };
    },
  };
}
