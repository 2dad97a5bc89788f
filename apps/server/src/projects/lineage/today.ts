import type { StepRow } from '../../analyses/lists/in-project.ts';
import type { ToolRegistry } from '../../analyses/tools.ts';
import type { CohortStore } from '../../cohorts/service.ts';
import type { GeneSetsService } from '../../gene-sets/service.ts';
import type { Engine } from '../../r-engine/engine.ts';
import { type DataRelease, referenceKey, type Today } from './lineage.ts';

interface Parts {
  tools: Pick<ToolRegistry, 'get'>;
  engine: Pick<Engine, 'status'>;
  cohorts: Pick<CohortStore, 'describe'>;
  geneSets: Pick<GeneSetsService, 'newest'>;
}

/** What this installation offers today of all that these runs were made with. */
export async function readToday({ tools, engine, cohorts, geneSets }: Parts, rows: readonly StepRow[]): Promise<Today> {
  const inputs = rows.flatMap((row) => row.inputs);
  const installedCohorts = new Map<string, DataRelease>();
  for (const code of new Set(inputs.flatMap(({ cohort }) => cohort?.code ?? []))) {
    const installed = await cohorts.describe(code);
    if (installed !== undefined) installedCohorts.set(code, { release: installed.description.release, sha256: installed.checksum });
  }
  const references = new Map<string, DataRelease>();
  const families = new Map(
    inputs.flatMap(({ reference }) => (reference ? [[`${reference.family} ${reference.organism}`, reference]] : [])),
  );
  for (const { family, organism } of families.values())
    for (const { subset, release, sha256 } of await geneSets.newest(family, organism))
      references.set(referenceKey({ family, organism, subset }), { release, sha256 });
  const versions = rows.flatMap(({ taskType }): [string, string][] => {
    const tool = tools.get(taskType);
    return tool === undefined ? [] : [[taskType, tool.version]];
  });
  return { tools: new Map(versions), packages: engine.status().packages, cohorts: installedCohorts, references };
}
