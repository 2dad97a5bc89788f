# Names that mean one gene to oncologists and another to a register that goes by numbers: NRF2 is NFE2L2, not GABPA. The script that makes the
# register of genes of the reference reads this file too.

#' `name`: in capitals, letters and digits alone. `symbol`: what is meant. `official`: the gene whose approved symbol the name is or was, where
#' that is another one or another sense is close: beside the meant gene's own symbol the name is this gene's, as TAZ beside WWTR1 in tables of 2012.
#' `meaning`: in Chinese. `source`: the number where NCBI Gene has the name, and who uses it so.
USUAL_GENES <- utils::read.table(text = "
name|symbol|official|meaning|source
NRF2|NFE2L2||KEAP1–NRF2 通路的转录因子|NCBI Gene 4780; Moi 1994 PNAS 91:9926
COX2|PTGS2|MT-CO2|环氧合酶 2|NCBI Gene 5743; Hla 1992 PNAS 89:7384
COX1|PTGS1|MT-CO1|环氧合酶 1|NCBI Gene 5742
TAZ|WWTR1|TAFAZZIN|Hippo 通路 YAP/TAZ 的 TAZ|NCBI Gene 25937; Kanai 2000 EMBO J 19:6778
MLL2|KMT2D||组蛋白甲基转移酶，淋巴瘤和实体瘤里常突变|NCBI Gene 8085; Morin 2011 Nature 476:298
MLL4|KMT2B||组蛋白甲基转移酶，肝癌里 HBV 常插入|NCBI Gene 9757; Sung 2012 Nat Genet 44:765
KI67|MKI67||增殖指数 Ki-67|Schlüter 1993 J Cell Biol 123:513
PDL1|CD274||免疫检查点配体 PD-L1|NCBI Gene 29126; Freeman 2000 J Exp Med 192:1027
PD1|PDCD1||免疫检查点 PD-1|NCBI Gene 5133; Ishida 1992 EMBO J 11:3887
HER2|ERBB2||HER2|NCBI Gene 2064; Slamon 1987 Science 235:177
P53|TP53||抑癌基因 p53|NCBI Gene 7157
P63|TP63||p53 家族的 p63，鳞癌标志|NCBI Gene 8626
P40|TP63||ΔNp63，鳞癌标志 p40|NCBI Gene 8626
P73|TP73||p53 家族的 p73|NCBI Gene 7161
P21|CDKN1A||周期抑制因子 p21|NCBI Gene 1026
P27|CDKN1B||周期抑制因子 p27|Polyak 1994 Cell 78:59
P57|CDKN1C||周期抑制因子 p57|NCBI Gene 1028
P16|CDKN2A||周期抑制因子 p16|NCBI Gene 1029
P14|CDKN2A||p14ARF|NCBI Gene 1029
P15|CDKN2B||周期抑制因子 p15|NCBI Gene 1030
P38|MAPK14||p38 MAPK|NCBI Gene 1432
P65|RELA||NF-κB 的 p65|NCBI Gene 5970
P50|NFKB1||NF-κB 的 p50|Kieran 1990 Cell 62:1007
P62|SQSTM1||自噬受体 p62|NCBI Gene 8878
ER|ESR1||雌激素受体|NCBI Gene 2099
PR|PGR||孕激素受体|NCBI Gene 5241
PSA|KLK3||前列腺特异抗原|NCBI Gene 354
CEA|CEACAM5||癌胚抗原|NCBI Gene 1048
EMA|MUC1||上皮膜抗原|NCBI Gene 4582
TTF1|NKX2-1|TTF1|肺腺癌标志 TTF-1|NCBI Gene 7080
TCF4|TCF7L2|TCF4|Wnt 通路的 TCF-4|NCBI Gene 6934
MUM1|IRF4|PWWP3A|浆细胞标志 MUM1|NCBI Gene 3662
MART1|MLANA||黑色素瘤标志 MART-1|NCBI Gene 2315
CD20|MS4A1||B 细胞标志 CD20|NCBI Gene 931
CD16|FCGR3A||Fc 受体 CD16a|NCBI Gene 2214
CD32|FCGR2A||Fc 受体 CD32a|NCBI Gene 2212
CD25|IL2RA||IL-2 受体 α 链|NCBI Gene 3559
CK20|KRT20||细胞角蛋白 20|NCBI Gene 54474
ECADHERIN|CDH1||E-钙黏蛋白|HGNC 1748
NCADHERIN|CDH2||N-钙黏蛋白|HGNC 1759
PCADHERIN|CDH3||P-钙黏蛋白|HGNC 1762
CYCLIND1|CCND1||周期蛋白 D1|HGNC 1582
SURVIVIN|BIRC5||survivin|Ambrosini 1997 Nat Med 3:917
HTERT|TERT||端粒酶 hTERT|Meyerson 1997 Cell 90:785
CLAUDIN182|CLDN18||Claudin 18.2 是 CLDN18 的一种剪接形式|Sahin 2008 Clin Cancer Res 14:7624
DEC1|BHLHE40|DELEC1|低氧诱导的转录因子|NCBI Gene 8553
SIP1|ZEB2|GEMIN2|EMT 的转录因子|NCBI Gene 9839
MCT4|SLC16A3||乳酸转运体 MCT4|NCBI Gene 9123
MRP1|ABCC1||多药耐药蛋白 1|NCBI Gene 4363
MDR1|ABCB1||P-糖蛋白|NCBI Gene 5243
BIP|HSPA5||内质网分子伴侣 GRP78|NCBI Gene 3309
HSP70|HSPA1A||热休克蛋白 70|NCBI Gene 3303
HSP27|HSPB1||热休克蛋白 27|NCBI Gene 3315
OPG|TNFRSF11B||骨保护素|NCBI Gene 4982
DR4|TNFRSF10A||TRAIL 受体 1|NCBI Gene 8797
DCR1|TNFRSF10C||TRAIL 诱骗受体 1|NCBI Gene 8794
MER|MERTK||TAM 受体 MER|NCBI Gene 10461
TRK|NTRK1||TRK 受体|NCBI Gene 4914
NIK|MAP3K14||NF-κB 诱导激酶|NCBI Gene 9020
A20|TNFAIP3||NF-κB 的负调控 A20|NCBI Gene 7128
ERK|MAPK1||ERK2|NCBI Gene 5594
SRC1|NCOA1||核受体共激活因子 SRC-1|NCBI Gene 8648
SHP1|PTPN6||磷酸酶 SHP-1|NCBI Gene 5777
AIB1|NCOA3||乳腺癌扩增 1|NCBI Gene 8202
OCT4|POU5F1||干性因子 OCT4|NCBI Gene 5460
CBP|CREBBP||CREB 结合蛋白|NCBI Gene 1387
PARP|PARP1||PARP1|NCBI Gene 142
UPA|PLAU||尿激酶|NCBI Gene 5328
PAR1|F2R||凝血酶受体|NCBI Gene 2149
TSP1|THBS1||血小板反应蛋白 1|NCBI Gene 7057
CDC2|CDK1||周期蛋白依赖激酶 1|NCBI Gene 983
MAD2|MAD2L1||纺锤体检查点 MAD2|NCBI Gene 4085
TRP1|TYRP1||黑色素瘤抗原 TRP-1|NCBI Gene 7306
NYESO1|CTAG1B||癌睾抗原 NY-ESO-1|NCBI Gene 1485
", header = TRUE, sep = "|", quote = "", colClasses = "character", na.strings = NULL, encoding = "UTF-8", comment.char = "")

#' As `USUAL_GENES` writes names: Ki-67 and ki67 are KI67.
bare_name <- function(names) gsub("[^A-Z0-9]", "", toupper(names))
