import { catalogue } from '@oncoloom/tools';
import { describe, expect, it } from 'vitest';
import { identityOf, readWork, writtenWork } from '../../../src/projects/paper/works.ts';

const LIMMA =
  'Ritchie ME, Phipson B, Wu D, et al. limma powers differential expression analyses for RNA-sequencing and microarray studies. Nucleic Acids Res 2015;43(7):e47. doi:10.1093/nar/gkv007';

describe('a work in a list of references', () => {
  it.each([
    [
      LIMMA,
      'RITCHIE M E, PHIPSON B, WU D, et al. limma powers differential expression analyses for RNA-sequencing and microarray studies[J]. Nucleic Acids Res, 2015, 43(7): e47. DOI: 10.1093/nar/gkv007.',
    ],
    [
      'Lee E, Chuang HY, Kim JW, Ideker T, Lee D. Inferring pathway activity toward precise disease classification. PLoS Comput Biol 2008;4:e1000217.',
      'LEE E, CHUANG H Y, KIM J W, et al. Inferring pathway activity toward precise disease classification[J]. PLoS Comput Biol, 2008, 4: e1000217.',
    ],
    [
      'Therneau TM, Grambsch PM. Modeling Survival Data: Extending the Cox Model. Springer, 2000.',
      'THERNEAU T M, GRAMBSCH P M. Modeling Survival Data: Extending the Cox Model[M]. Springer, 2000.',
    ],
    [
      'The Gene Ontology Consortium. The Gene Ontology knowledgebase in 2023. Genetics 2023;224:iyad031.',
      'The Gene Ontology Consortium. The Gene Ontology knowledgebase in 2023[J]. Genetics, 2023, 224: iyad031.',
    ],
  ])('of GB/T 7714: %s', (citation, written) => {
    expect(writtenWork(citation, 'gb')).toBe(written);
  });

  it('of the Vancouver style has all authors that are known', () => {
    expect(writtenWork(LIMMA, 'vancouver')).toBe(
      'Ritchie ME, Phipson B, Wu D, et al. limma powers differential expression analyses for RNA-sequencing and microarray studies. Nucleic Acids Res. 2015;43(7):e47. doi:10.1093/nar/gkv007',
    );
    expect(writtenWork('Murtagh F, Legendre P. Which criterion? J Classif 2014;31:274–295.', 'vancouver')).toBe(
      'Murtagh F, Legendre P. Which criterion? J Classif. 2014;31:274–295.',
    );
  });

  it('that is neither article nor book stays as its tool writes it', () => {
    const software =
      'R Core Team. R: A language and environment for statistical computing. R Foundation for Statistical Computing, Vienna, Austria.';
    for (const style of ['gb', 'vancouver'] as const) expect(writtenWork(software, style)).toBe(software);
  });

  it('is the same with and without its issue and its DOI, and another one is not', () => {
    expect(identityOf(LIMMA)).toBe(identityOf('Ritchie ME, et al. limma powers. Nucleic Acids Res 2015;43:e47.'));
    expect(identityOf(LIMMA)).not.toBe(identityOf('Kanehisa M, Goto S. KEGG. Nucleic Acids Res 2015;43:27–30.'));
  });

  it('is read of nearly all that the tools cite: books, software and reports of other kinds are few', () => {
    const works = new Set(
      catalogue.flatMap(({ tool }) =>
        tool.citations.map((one) => (typeof one === 'string' ? one : one.work).replace(/\{\{[#^/][^}]*\}\}/g, '')),
      ),
    );
    const others = [...works].filter((work) => readWork(work).kind === 'other').map((work) => work.split('. ')[0]);
    expect(works.size).toBeGreaterThan(90);
    expect(others.sort()).toEqual(['Bengtsson H', 'Carlson M', 'Efron B, Tibshirani RJ', 'R Core Team', 'Yang D, Dalton JE']);
  });
});
