/** Platforms that are offered before they are installed: those of most data sets of tumours, by GEO's number and title. */
export const KNOWN_PLATFORMS: Readonly<Record<string, string>> = {
  GPL570: '[HG-U133_Plus_2] Affymetrix Human Genome U133 Plus 2.0 Array',
  GPL96: '[HG-U133A] Affymetrix Human Genome U133A Array',
  GPL571: '[HG-U133A_2] Affymetrix Human Genome U133A 2.0 Array',
  GPL6244: '[HuGene-1_0-st] Affymetrix Human Gene 1.0 ST Array [transcript (gene) version]',
  GPL10558: 'Illumina HumanHT-12 V4.0 expression beadchip',
  GPL17586: '[HTA-2_0] Affymetrix Human Transcriptome Array 2.0 [transcript (gene) version]',
  GPL16686: '[HuGene-2_0-st] Affymetrix Human Gene 2.0 ST Array [transcript (gene) version]',
  GPL6480: 'Agilent-014850 Whole Human Genome Microarray 4x44K G4112F (Probe Name version)',
  GPL13497: 'Agilent-026652 Whole Human Genome Microarray 4x44K v2 (Probe Name version)',
  GPL6947: 'Illumina HumanHT-12 V3.0 expression beadchip',
  GPL8300: '[HG_U95Av2] Affymetrix Human Genome U95 Version 2 Array',
  GPL97: '[HG-U133B] Affymetrix Human Genome U133B Array',
  GPL3921: '[HT_HG-U133A] Affymetrix HT Human Genome U133A Array',
  GPL13667: '[HG-U219] Affymetrix Human Genome U219 Array',
  GPL15207: '[PrimeView] Affymetrix Human Gene Expression Array',
  GPL11532: '[HuGene-1_1-st] Affymetrix Human Gene 1.1 ST Array [transcript (gene) version]',
  GPL5175: '[HuEx-1_0-st] Affymetrix Human Exon 1.0 ST Array [transcript (gene) version]',
  GPL23126: '[Clariom_D_Human] Affymetrix Human Clariom D Assay [transcript (gene) version]',
  GPL6884: 'Illumina HumanWG-6 v3.0 expression beadchip',
  GPL6883: 'Illumina HumanRef-8 v3.0 expression beadchip',
  GPL6102: 'Illumina human-6 v2.0 expression beadchip',
  GPL6104: 'Illumina humanRef-8 v2.0 expression beadchip',
  GPL4133: 'Agilent-014850 Whole Human Genome Microarray 4x44K G4112F (Feature Number version)',
  GPL14550: 'Agilent-028004 SurePrint G3 Human GE 8x60K Microarray (Probe Name Version)',
  GPL17077: 'Agilent-039494 SurePrint G3 Human GE v2 8x60K Microarray 039381 (Probe Name version)',
  GPL80: '[Hu6800] Affymetrix Human Full Length HuGeneFL Array',
  GPL201: '[HG-Focus] Affymetrix Human HG-Focus Target Array',
  GPL74: '[HC_G110] Affymetrix Human Cancer Array',
  GPL1261: '[Mouse430_2] Affymetrix Mouse Genome 430 2.0 Array',
  GPL1355: '[Rat230_2] Affymetrix Rat Genome 230 2.0 Array',
};

export const PLATFORM_NUMBER = /^GPL\d{1,7}$/;

/** By number: GPL96 before GPL570. */
export function byNumber(a: string, b: string): number {
  return Number(a.slice(3)) - Number(b.slice(3));
}
