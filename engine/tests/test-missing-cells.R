words <- c(
  "", "NA", "nan", "NaN", "N/A", "#N/A", "#VALUE!", "#DIV/0!", "#REF!", "null", "-", "'--", "--", ".", "na", "[Not Available]",
  "Not Reported", "not reported", "NOT REPORTED", "Not reported", "Unknown", "[UNKNOWN]", "[Discrepancy]", "未知", "不详"
)

test_that("a table's column of numbers stays one, whatever stands for a missing cell, as a matrix's does", {
  for (word in words) {
    expect_identical(numeric_columns(data.frame(x = c("1.5", word, "3")))$x, c(1.5, NA, 3), info = word)
    folder <- tempfile("job")
    dir.create(folder)
    writeLines(c("gene\tS1\tS2\tS3", paste0("TP53\t1.5\t", word, "\t3"), "EGFR\t4\t5\t6", "MYC\t7\t8\t9"), file.path(folder, "upload"))
    request <- list(mode = "parse", path = "upload", name = "m.tsv", format = "text", file_type = "expression")
    write_json(request, file.path(folder, "request.json"))
    expect_true(run_job(folder, list(), function(event) NULL), info = word)
    values <- read_serialized(file.path(folder, "parsed.bin"))$values
    expect_identical(is.na(unname(values[1L, ])), c(FALSE, TRUE, FALSE), info = word)
    expect_identical(unname(values[1L, c(1L, 3L)]), c(1.5, 3), info = word)
  }
})
