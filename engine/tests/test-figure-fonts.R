# Chinese in a printed figure: the simplified face, embedded, and still text.

test_that("a Chinese title is text in the simplified Chinese face", {
  skip_if(Sys.which("pdffonts") == "", "without poppler-utils")
  tool <- load_tool(read_catalogue(root)[["volcano_plot_analysis"]], root, engine)
  table <- data.frame(gene = c("GPC3", "AFP"), log2FC = c(3, 0.1), pvalue = c(1e-9, 0.5), padj = c(2e-9, 0.5))
  title <- "肝癌与癌旁：直接、骨"
  for (family in c("Arial", "Times New Roman", "Noto Sans CJK SC")) {
    style <- utils::modifyList(tool$figures$volcano$style, list(plot_title = title, font_family = family, words = list()))
    path <- tempfile(fileext = ".pdf")
    draw_file(tool$plots$volcano(list(volcano = table), style), path, "pdf", 3.35, 2.95, family)
    # "NotoSansCJKjp", the system's first choice, writes these letters the Japanese way.
    faces <- system2("pdffonts", shQuote(path), stdout = TRUE)
    expect_match(paste(faces, collapse = " "), "Noto(Sans|Serif)CJKsc", info = family)
    expect_false(any(grepl("CJK(jp|kr|tc|hk)", faces)), info = family)
    expect_true(any(grepl(title, enc2utf8(system2("pdftotext", c(shQuote(path), "-"), stdout = TRUE)), fixed = TRUE)), info = family)
  }
})
