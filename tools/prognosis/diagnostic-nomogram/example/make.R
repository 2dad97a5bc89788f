# Makes the example input from MASS::biopsy (Wolberg and Mangasarian 1990): fine-needle aspirates of the breast, cytology from 1 to 10, benign or
# malignant. `Rscript make.R` in this folder.
own <- MASS::biopsy
# Patients who came twice stay with their first aspirate.
own <- own[!duplicated(own$ID), ]
data.table::fwrite(
  data.frame(
    sample = sprintf("B%s", own$ID), 肿块厚度 = own$V1, 细胞大小均一 = ifelse(own$V2 <= 3, "均一", "不均一"), 裸核 = own$V6, 染色质 = own$V7,
    核仁 = ifelse(own$V8 == 1, "正常", "异常"), 病理 = ifelse(own$class == "malignant", "恶性", "良性"), check.names = FALSE
  ),
  "clinical.tsv", sep = "\t", na = ""
)
