# The same tables drawn by ggplot2, ggrepel and survminer, as a reader would who has only R. Argument: the folder of the tables, which takes the
# pictures too. Prints, for the volcano plot, how many of the names have a place.
for (package in c("ggplot2", "survival")) suppressPackageStartupMessages(attachNamespace(package))
folder <- commandArgs(trailingOnly = TRUE)[[1L]]
read_table <- function(name) utils::read.delim(file.path(folder, paste0(name, ".tsv")), check.names = FALSE, quote = "", comment.char = "")
column_width <- 85 / 25.4
text_size <- 7
look <- theme_classic(base_size = text_size)

save_png <- function(name, draw, width = column_width, height = 75 / 25.4) {
  path <- file.path(folder, paste0("reference-", name, ".png"))
  grDevices::png(path, width, height, units = "in", res = 300, type = "cairo", family = "Liberation Sans")
  on.exit(grDevices::dev.off())
  draw()
}

volcano <- function() {
  genes <- read_table("volcano.points")
  genes$class <- ifelse(genes$adj.P.Val < 0.05 & abs(genes$logFC) > 1, ifelse(genes$logFC > 0, "Up", "Down"), "NS")
  top <- genes[genes$class != "NS", ]
  top <- top[order(top$P.Value), ][seq_len(min(10L, nrow(top))), ]
  plot <- ggplot(genes, aes(logFC, -log10(P.Value), colour = class)) +
    geom_point(size = 0.5) +
    ggrepel::geom_text_repel(data = top, aes(label = gene), size = text_size / .pt, fontface = "italic", colour = "black", seed = 1) +
    scale_colour_manual(values = c(Up = "#ff4757", Down = "#546de5", NS = "#d2dae2")) + look
  placed <- 0L
  save_png("volcano", function() {
    print(plot)
    grid::grid.force()
    placed <<- sum(grepl("^textrepelgrob", grid::grid.ls(print = FALSE)$name))
  })
  cat("volcano labels:", placed, "of", nrow(top), "\n")
}

pca <- function() {
  points <- read_table("pca.points")
  plot <- ggplot(points, aes(PC1, PC2, colour = group)) + geom_point(size = 1) + stat_ellipse() + look
  save_png("pca", function() print(plot))
}

box <- function() {
  boxes <- read_table("box.boxes")
  boxes$sample <- factor(boxes$sample, unique(boxes$sample))
  plot <- ggplot(boxes, aes(sample)) +
    geom_boxplot(aes(lower = q1, middle = median, upper = q3, ymin = low, ymax = high), stat = "identity", linewidth = 0.3) + look +
    theme(axis.text.x = element_text(angle = 90, hjust = 1, vjust = 0.5))
  if ("stage" %in% names(boxes)) plot <- plot + facet_wrap(~stage)
  save_png("box", function() print(plot), width = 174 / 25.4)
}

heatmap <- function() {
  cells <- read_table("heatmap.cells")
  long <- data.frame(
    gene = factor(rep(cells[[1L]], ncol(cells) - 1L), rev(cells[[1L]])),
    sample = factor(rep(names(cells)[-1L], each = nrow(cells)), names(cells)[-1L]), z = unlist(cells[-1L])
  )
  plot <- ggplot(long, aes(sample, gene, fill = z)) + geom_raster() + scale_fill_gradient2(low = "#2166ac", high = "#b2182b") + look +
    theme(axis.text.x = element_blank())
  save_png("heatmap", function() print(plot), width = 174 / 25.4, height = 5.5)
}

km <- function() {
  patients <- read_table("km.patients")
  fitted <- survfit(Surv(time, status) ~ group, data = patients)
  plot <- survminer::ggsurvplot(
    fitted,
    data = patients, risk.table = TRUE, conf.int = TRUE, pval = TRUE, fontsize = text_size / .pt, pval.size = text_size / .pt,
    ggtheme = look, tables.theme = look, size = 0.5, censor.size = 2
  )
  save_png("km", function() print(plot), height = 90 / 25.4)
}

draw <- list(volcano = volcano, pca = pca, box = box, heatmap = heatmap, km = km)
for (name in names(draw)) {
  tryCatch(draw[[name]](), error = function(condition) message(name, ": ", conditionMessage(condition)))
}
