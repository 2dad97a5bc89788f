/** What the platform says about the commonest faults of own data, word for word, and what to do then. A test makes each of these faults. */
export const MISTAKES: readonly { said: string; remedy: string }[] = [
  {
    said: '分组表里有 6 个样本在矩阵中找不到：T07、T08、T09 等',
    remedy:
      '两张表里的样本名要一样。按患者编号写的表，每个患者有一个肿瘤样本时会自动对上；只差大小写、横线、点或后缀时，旁边有「按相近名称匹配」，点一下就好。',
  },
  {
    said: '分组表里只有「肿瘤」一组，至少要有两组才能比较',
    remedy: '给对照样本另写一个组名，每组至少 2 个样本，最好 3 个以上。',
  },
  {
    said: '这张表不是原始计数：约 38.2% 的数值带小数。voom 只接受计数',
    remedy: 'FPKM 和 TPM 不是计数。请向测序公司要计数表（counts）；没有的话，点「改为芯片」，再点「先取 log2」。',
  },
  {
    said: '这些数值像是已取过 log2（2.60–14.10）。再取一次会把差异压小',
    remedy: '点「不再取 log2」。',
  },
  {
    said: '有 3 个基因名被 Excel 改成了日期，读入时已改回',
    remedy: '不用处理。若提示无法确定原名，请在原始文件里把那一列设为「文本」后改正。',
  },
  {
    said: '这是旧版 Excel（.xls）或 Word 文件，读不了。请在 Excel 或 WPS 里另存为 XLSX，再上传',
    remedy: '另存后上传。工作簿里有几张表时，读取第一张有内容的。',
  },
  {
    said: '这是测序数据，不是表达矩阵。请先定量得到基因表达表，再上传',
    remedy: 'FASTQ 和 VCF 不能直接分析。请向测序公司要基因表达表。',
  },
];
