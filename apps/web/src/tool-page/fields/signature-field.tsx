import type { Signature } from '@oncoloom/contract';
import { formatCount, type SignatureParameter } from '@oncoloom/tool-kit';
import { Select } from 'antd';
import { useEffect } from 'react';
import { useSignatures } from '../../live/not-installed.ts';
import type { InputChoice } from '../data/input-choice.ts';
import { describedBy, Field } from '../field.tsx';
import { FilePart } from '../field-parts/file-part.tsx';
import { Installable } from '../field-parts/installable.tsx';
import { NotLoaded } from '../field-parts/not-loaded.tsx';
import { SourceTabs, useSource } from '../field-parts/source-tabs.tsx';
import type { ToolForm } from '../form/use-tool-form.ts';

const sourceOf = ({ from }: InputChoice): string => (from === 'file' ? 'file' : 'installed');
const INSTALLED = { value: 'installed', label: '已安装的' };
const OWN_FILE = { value: 'file', label: '自己的签名（如 LM22）' };

/** A signature of cell types: one that is installed, or a matrix of the user's. */
export function SignatureField({ name, parameter, form }: { name: string; parameter: SignatureParameter; form: ToolForm }) {
  const choice = form.state.inputs[name];
  const query = useSignatures(true);
  const { data, isPending } = query;
  const installed = (data?.signatures ?? []).filter(({ family }) => family === parameter.family);
  const none = data !== undefined && installed.length === 0;
  const sources = parameter.fileField === undefined ? [INSTALLED] : none ? [OWN_FILE] : [INSTALLED, OWN_FILE];
  const [source, setSource] = useSource(sources, choice, sourceOf);
  const [first] = installed;
  const { setInput } = form;
  const untouched = choice === undefined && source === 'installed';
  useEffect(() => {
    if (untouched && first !== undefined) setInput(name, { from: 'collection', name: first.name, title: first.title });
  }, [untouched, first, name, setInput]);
  const chosen = choice?.from === 'collection' ? installed.find((one) => one.name === choice.name) : undefined;
  const missing = none && parameter.fileField === undefined;
  const error = missing ? `这台服务器还没有安装「${parameter.label}」` : form.errorOf(name);
  const help = source === 'file' ? parameter.help : chosen === undefined ? parameter.help : aboutOf(chosen);
  return (
    <Field id={name} label={parameter.label} help={help} error={error} group wide>
      {sources.length > 1 && <SourceTabs label={parameter.label} sources={sources} value={source} onChange={setSource} />}
      <div className="alternative">
        {source === 'installed' ? (
          <Select
            id={name}
            aria-label={parameter.label}
            {...describedBy(name, help, error)}
            status={error === undefined ? '' : 'error'}
            className="full-width"
            loading={isPending}
            placeholder="选择一套签名"
            value={choice?.from === 'collection' ? choice.name : null}
            options={installed.map((one) => ({ value: one.name, label: `${one.title}（${one.release}）` }))}
            onChange={(value: string) => {
              const title = installed.find((one) => one.name === value)?.title ?? value;
              form.setInput(name, { from: 'collection', name: value, title });
            }}
          />
        ) : (
          <FilePart
            id={name}
            label={parameter.label}
            types={['expression']}
            chosen={choice?.from === 'file' ? choice.file : undefined}
            onTake={(file) => form.setInput(name, { from: 'file', file })}
            onRemove={() => form.setInput(name, undefined)}
          />
        )}
      </div>
      <NotLoaded what="已安装的签名" query={query} />
      <Installable titles={(data?.available ?? []).flatMap(({ family, title }) => (family === parameter.family ? [title] : []))} />
    </Field>
  );
}

/** What a reader of the result has to know of it. */
function aboutOf({ source, release, types, genes, licence }: Signature): string {
  const parts = [source, release, `${formatCount(types)} 类`, `${formatCount(genes)} 个基因`, licence === '' ? '' : `许可：${licence}`];
  return parts.filter((part) => part !== '').join(' · ');
}
