import type { Finding, LogLine } from '@oncoloom/contract';
import { formatCount, formatDecimal, formatFact, formatSeconds, type ToolDefinition, tellTool } from '@oncoloom/tool-kit';
import { toldOf } from '../forms/warnings.ts';
import type { AnalysisRecord, StoredResult, UsedInput } from '../tables.ts';

/** Of a checksum: as many letters tell two inputs of one name apart. */
const CHECKSUM_SHOWN = 12;
/** A folder of the server in what R says: the name behind it stays. */
const FOLDERS = /(?<![\w./-])(?:\/[\w.~-]+)+\//g;

type Line = Omit<LogLine, 'time'>;

/**
 * The log of a run as its user reads it: what was asked, read, done, told and written, with times. Everything but R's own words and the
 * failure's details is told from what the analysis keeps anyhow, so that no tool has to write it.
 * @param said What R said while it ran: verbatim, but for folders of the server.
 */
export function runLog(tool: ToolDefinition, analysis: AnalysisRecord, said: readonly LogLine[]): LogLine[] {
  const at = (time: Date | null, lines: readonly Line[]): LogLine[] =>
    time === null ? [] : lines.map((line) => ({ time: time.toISOString(), ...line }));
  const during = [...steps(analysis), ...folded(said).map((line) => ({ ...line, text: line.text.replace(FOLDERS, '') }))];
  // Of two of one millisecond the step is first.
  during.sort((a, b) => Date.parse(a.time) - Date.parse(b.time));
  return [
    ...at(analysis.createdAt, [info(asked(tool, analysis)), ...(analysis.result === null ? analysis.warned.map(findingLine) : [])]),
    ...at(analysis.startedAt, [info(begun(analysis)), ...analysis.inputs.map((input) => info(read(tool, input)))]),
    ...during,
    ...at(analysis.finishedAt, ended(tool, analysis)),
  ];
}

/** A short step is what one compares here: its fractions are told. */
const duration = (seconds: number): string => (seconds < 60 ? `${formatDecimal(seconds, 2)} 秒` : formatSeconds(seconds));

const info = (text: string): Line => ({ level: 'info', text });

function asked(tool: ToolDefinition, { toolVersion, example, values }: AnalysisRecord): string {
  const seed = typeof values.seed === 'number' ? `，随机种子 ${values.seed}` : '';
  return `提交「${tool.title}」，工具版本 ${toolVersion}${example ? '，用示例数据' : ''}${seed}`;
}

const begun = ({ attempts }: AnalysisRecord): string => (attempts > 1 ? `开始运行，第 ${attempts} 次：前一次的进程意外退出` : '开始运行');

function read({ parameters }: ToolDefinition, { field, name, rows, columns, sha256, cohort, merged }: UsedInput): string {
  const label = parameters[field]?.label ?? field;
  const shape = rows === null || columns === null ? '' : `，${formatCount(rows)} 行 × ${formatCount(columns)} 列`;
  const release = cohort === undefined ? '' : `，版本 ${cohort.release}`;
  const rowsMerged = merged === undefined ? '' : `。${merged.message}`;
  return `输入「${label}」：${name}${shape}${release}，SHA-256 ${sha256.slice(0, CHECKSUM_SHOWN)}…${rowsMerged}`;
}

/** Each step at its beginning, with how long it took. */
function steps({ steps: begun, finishedAt }: AnalysisRecord): LogLine[] {
  return begun.map(({ name, at }, i) => {
    const end = begun[i + 1]?.at ?? finishedAt?.toISOString();
    const took = end === undefined ? '' : `，用了 ${duration((Date.parse(end) - Date.parse(at)) / 1000)}`;
    return { time: at, level: 'info', text: `步骤：${name}${took}` };
  });
}

/** Lines that repeat the one before them as one. */
function folded(lines: readonly LogLine[]): LogLine[] {
  const starts = lines.flatMap((line, i) => (line.text === lines[i - 1]?.text ? [] : [i]));
  return starts.flatMap((start, i) => {
    const count = (starts[i + 1] ?? lines.length) - start;
    const line = lines[start];
    return line === undefined ? [] : [count === 1 ? line : { ...line, text: `${line.text}（连续 ${formatCount(count)} 次）` }];
  });
}

function findingLine({ level, message, detail }: Finding): Line {
  const text = detail === undefined ? message : `${message}。${detail}`;
  return { level: level === 'must' ? 'error' : level === 'should' ? 'warning' : 'info', text };
}

function ended(tool: ToolDefinition, analysis: AnalysisRecord): Line[] {
  const { result, errorCode, errorMessage, errorField, startedAt, finishedAt } = analysis;
  const took = startedAt === null || finishedAt === null ? '' : `，共 ${duration((finishedAt.getTime() - startedAt.getTime()) / 1000)}`;
  if (result !== null) return [...outcome(tool, analysis, result), info(`完成${took}`)];
  if (errorCode === 'cancelled') return [{ level: 'warning', text: `已取消${took}` }];
  const field = errorField === null ? undefined : tool.parameters[errorField]?.label;
  return [{ level: 'error', text: `失败${took}。原因：${errorMessage ?? '未知'}${field === undefined ? '' : `（与「${field}」有关）`}` }];
}

function outcome(declared: ToolDefinition, analysis: AnalysisRecord, result: StoredResult): Line[] {
  const tool = tellTool(declared, 'zh', result.rowSubject ?? 'gene');
  const { read, analyse, write } = result.seconds;
  const facts = Object.entries(tool.facts).flatMap(([name, { label, format }]) => {
    const value = result.facts[name];
    // Texts and flags choose words of the sentences above; numbers are what came out.
    return typeof value === 'number' ? [`${label} ${formatFact(value, format)}`] : [];
  });
  const tables = result.tables.flatMap(({ id, rows, columns }) => {
    const { title, role } = tool.tables[id] ?? {};
    return title === undefined || role === 'figure'
      ? []
      : [info(`写出「${title}」：${formatCount(rows)} 行 × ${formatCount(columns.length)} 列`)];
  });
  const versions = Object.entries(result.versions).map(([name, version]) => `${name} ${version}`);
  return [
    ...toldOf(analysis, result, 'zh').map(findingLine),
    ...(facts.length === 0 ? [] : [info(`得到：${facts.join('；')}`)]),
    ...tables,
    info(`R 和软件包：${versions.join('、')}`),
    info(`读入 ${duration(read)}，计算 ${duration(analyse)}，写出 ${duration(write)}`),
  ];
}
