import { askedGenes, type InputFacts, namesHumanGenes, type RecognisedGenes, type ToolDefinition, type Value } from '@oncoloom/tool-kit';

interface Register {
  recognise(names: readonly string[]): Promise<RecognisedGenes | undefined>;
}

/** Longer lists are what was measured, not what somebody has written: their names are matched by the run. */
const LIST_MAX = 20_000;

/**
 * The facts with what the register of human genes knows of every list of the request: those of inputs, and those that are values, which get facts of
 * their own. Nothing is looked up for mice, probes and gene sets.
 */
export async function withRecognisedGenes(
  genes: Register,
  { parameters }: Pick<ToolDefinition, 'parameters'>,
  values: Readonly<Record<string, Value>>,
  facts: Readonly<Record<string, InputFacts>>,
): Promise<Record<string, InputFacts>> {
  const told: Record<string, InputFacts> = { ...facts };
  if (values.organism === 'mmu' || !namesHumanGenes(facts)) return told;
  // What a cohort lacks is told by its own names.
  const ofCohorts = Object.values(facts).flatMap(({ genes: asked = [] }) => asked.map(({ field }) => field));
  for (const { field, asked } of askedGenes(parameters, values)) {
    const parameter = parameters[field];
    if (parameter?.kind !== 'genes' || ofCohorts.includes(field)) continue;
    const recognised = await genes.recognise(asked);
    if (recognised !== undefined) told[field] = { name: parameter.label, recognised };
  }
  for (const [field, known] of Object.entries(facts)) {
    const { geneList, geneSets } = known;
    if (geneList !== undefined && geneList.genes.length <= LIST_MAX) {
      const recognised = await genes.recognise(geneList.genes);
      if (recognised !== undefined) told[field] = { ...known, recognised };
    }
    if (geneSets?.genes !== undefined && geneSets.genes.flat().length <= LIST_MAX) {
      const sets = await Promise.all(geneSets.genes.map((set) => genes.recognise(set)));
      const recognised = sets.filter((set) => set !== undefined);
      if (recognised.length === sets.length) told[field] = { ...known, geneSets: { ...geneSets, recognised } };
    }
  }
  return told;
}
