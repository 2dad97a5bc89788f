import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ComputationParts, packComputation } from '../../analyses/results/computation.ts';
import type { Pack, Packed } from '../../analyses/results/pack.ts';
import { sha256Of } from '../../platform/checksum.ts';
import { ROOT } from '../../platform/root.ts';
import type { PaperStep } from './steps.ts';

/** In the zip. */
const FOLDER = 'bundle';

const README = `# 整条分析链

{{name}}：{{count}} 个步骤，每个一个带编号的文件夹，按先后排列。

| 文件 | 内容 |
|---|---|
| 01_…/、02_…/ | 每个步骤的参数、输入、结果表、方法、版本和代码；tables/ 与计算时逐字节相同 |
| links.tsv | 内容相同的文件只放一份：to 由 from 复制得到。后面的步骤读前面的结果表时，from 就是那张表 |
| reproduce.R | 按先后把所有步骤重做一遍 |

在装有 R 和各步骤 session-info.txt 里的软件包的电脑上，进入本文件夹运行：

    Rscript reproduce.R

每一步的结果写到各自的 reproduced/，并与 tables/ 逐列比较；全部一致时退出状态为 0。

## 步骤

{{steps}}
`;

/** Contents that several steps have: of these each is packed once. */
const SHARED = /^(?:inputs|engine)\//;

/** 01_limma_differential_analysis */
const stepFolder = ({ number, tool }: Pick<PaperStep, 'number' | 'tool'>): string => `${String(number).padStart(2, '0')}_${tool.taskType}`;

/** One step's folder of a chain: what an earlier one has packed is named instead of packed again. */
class StepPack implements Packed {
  readonly #pack: Pack;
  readonly #folder: string;
  /** Where a content lies in the chain, by its checksum. */
  readonly #places: Map<string, string>;
  readonly #links: string[];

  constructor(pack: Pack, folder: string, places: Map<string, string>, links: string[]) {
    this.#pack = pack;
    this.#folder = folder;
    this.#places = places;
    this.#links = links;
  }

  text(path: string, text: string): void {
    this.bytes(path, Buffer.from(text));
  }

  bytes(path: string, bytes: Buffer): void {
    const sha256 = sha256Of(bytes);
    if (!this.#isLinked(path, sha256)) this.#pack.bytes(this.#whole(path), bytes);
  }

  file(path: string, source: string, sha256: string): void {
    if (!this.#isLinked(path, sha256)) this.#pack.file(this.#whole(path), source, sha256);
  }

  async blob(path: string, sha256: string): Promise<void> {
    if (!this.#isLinked(path, sha256)) await this.#pack.blob(this.#whole(path), sha256);
  }

  #whole(path: string): string {
    return `${FOLDER}/${this.#folder}/${path}`;
  }

  #isLinked(path: string, sha256: string): boolean {
    const own = `${this.#folder}/${path}`;
    const known = this.#places.get(sha256);
    if (known !== undefined && SHARED.test(path)) {
      this.#links.push([own, known, sha256].join('\t'));
      return true;
    }
    if (known === undefined && /^(?:inputs|engine|tables)\//.test(path)) this.#places.set(sha256, own);
    return false;
  }
}

/** Packs what computes the steps again, one after the other, with the script that does it. */
export async function packChain(pack: Pack, parts: ComputationParts, name: string, steps: readonly PaperStep[]): Promise<void> {
  const places = new Map<string, string>();
  const links: string[] = [];
  for (const step of steps) {
    const { declared, analysis, result } = step;
    await packComputation(new StepPack(pack, stepFolder(step), places, links), parts, declared, analysis, result);
  }
  const told = steps.map((step) => {
    const { declared, analysis } = step;
    const other =
      analysis.toolVersion === declared.version ? '' : `；结果由 ${analysis.toolVersion} 版算出，代码是今天的 ${declared.version} 版`;
    return `- ${stepFolder(step)}：${analysis.name}（${declared.title} ${analysis.toolVersion}${other}）`;
  });
  const readme = README.replace('{{name}}', name).replace('{{count}}', String(steps.length)).replace('{{steps}}', told.join('\n'));
  pack.text(`${FOLDER}/README.md`, readme);
  pack.text(`${FOLDER}/links.tsv`, `${[['to', 'from', 'sha256'].join('\t'), ...links].join('\n')}\n`);
  pack.text(`${FOLDER}/reproduce.R`, await readFile(join(ROOT, 'engine', 'reproduce-chain.R'), 'utf8'));
}
