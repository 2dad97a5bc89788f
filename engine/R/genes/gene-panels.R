# Short lists of genes that papers ask about, in the symbols of today. What they are called and where they are from: `GENE_PANEL_NAMES` and
# `GENE_PANEL_SOURCES` of the tool kit. Lists of papers were compared with at least two independent copies in November 2026; chemokines, their
# receptors and HLA are whole families by approved names, which a test enumerates from org.Hs.eg.db.

GENE_PANELS <- list(
  # Charoentong et al. 2017, as TISIDB has them; PVRL2 is NECTIN2 today.
  inhibitors = c(
    "ADORA2A", "BTLA", "CD160", "CD244", "CD274", "CD96", "CSF1R", "CTLA4", "HAVCR2", "IDO1", "IL10", "IL10RB", "KDR", "KIR2DL1", "KIR2DL3", "LAG3",
    "LGALS9", "NECTIN2", "PDCD1", "PDCD1LG2", "TGFB1", "TGFBR1", "TIGIT", "VTCN1"
  ),
  # The same; C10orf54 is VSIR today, TMEM173 STING1.
  stimulators = c(
    "CD27", "CD276", "CD28", "CD40", "CD40LG", "CD48", "CD70", "CD80", "CD86", "CXCL12", "CXCR4", "ENTPD1", "HHLA2", "ICOS", "ICOSLG", "IL2RA",
    "IL6", "IL6R", "KLRC1", "KLRK1", "LTA", "MICB", "NT5E", "PVR", "RAET1E", "STING1", "TMIGD2", "TNFRSF13B", "TNFRSF13C", "TNFRSF14", "TNFRSF17",
    "TNFRSF18", "TNFRSF25", "TNFRSF4", "TNFRSF8", "TNFRSF9", "TNFSF13", "TNFSF13B", "TNFSF14", "TNFSF15", "TNFSF18", "TNFSF4", "TNFSF9", "ULBP1",
    "VSIR"
  ),
  # All ligands that are numbered, PF4, PF4V1 and PPBP being CXCL4, CXCL4L1 and CXCL7. CCL3L and CCL4L, of which persons have different numbers of
  # copies, are left out.
  chemokines = c(
    "CCL1", "CCL2", "CCL3", "CCL4", "CCL5", "CCL7", "CCL8", "CCL11", "CCL13", "CCL14", "CCL15", "CCL16", "CCL17", "CCL18", "CCL19", "CCL20", "CCL21",
    "CCL22", "CCL23", "CCL24", "CCL25", "CCL26", "CCL27", "CCL28", "CXCL1", "CXCL2", "CXCL3", "PF4", "PF4V1", "CXCL5", "CXCL6", "PPBP", "CXCL8",
    "CXCL9", "CXCL10", "CXCL11", "CXCL12", "CXCL13", "CXCL14", "CXCL16", "CXCL17", "XCL1", "XCL2", "CX3CL1"
  ),
  chemokine_receptors = c(paste0("CCR", 1:10), paste0("CXCR", 1:6), "XCR1", "CX3CR1", paste0("ACKR", 1:4)),
  # Genes that code for proteins in everybody: DRB3, DRB4 and DRB5 are of single haplotypes, DQB3 codes for none in the reference genome.
  hla = c(
    "HLA-A", "HLA-B", "HLA-C", "HLA-E", "HLA-F", "HLA-G", "HLA-DRA", "HLA-DRB1", "HLA-DQA1", "HLA-DQA2", "HLA-DQB1", "HLA-DQB2", "HLA-DPA1",
    "HLA-DPB1", "HLA-DMA", "HLA-DMB", "HLA-DOA", "HLA-DOB"
  ),
  # Ayers et al. 2017.
  inflamed = c(
    "CCL5", "CD27", "CD274", "CD276", "CD8A", "CMKLR1", "CXCL9", "CXCR6", "HLA-DQA1", "HLA-DRB1", "HLA-E", "IDO1", "LAG3", "NKG7", "PDCD1LG2",
    "PSMB10", "STAT1", "TIGIT"
  ),
  # Zhang et al. 2020: 8 writers, 2 erasers, 11 readers; KIAA1429 is VIRMA today.
  m6a = c(
    "METTL3", "METTL14", "RBM15", "RBM15B", "WTAP", "VIRMA", "CBLL1", "ZC3H13", "ALKBH5", "FTO", "YTHDC1", "YTHDC2", "YTHDF1", "YTHDF2", "YTHDF3",
    "IGF2BP1", "HNRNPA2B1", "HNRNPC", "FMR1", "LRPPRC", "ELAVL1"
  ),
  # Tsvetkov et al. 2022: seven genes whose loss protects cells, three whose loss makes them more sensitive.
  cuproptosis = c("FDX1", "LIAS", "LIPT1", "DLD", "DLAT", "PDHA1", "PDHB", "MTF1", "GLS", "CDKN2A")
)
