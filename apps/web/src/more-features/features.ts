interface Feature {
  title: string;
  text: string;
  /** Where it is, as one finds it. */
  where: string;
}

/** What the product does beyond its tools; every line can be tried today. */
export const FEATURE_GROUPS: readonly { title: string; features: readonly Feature[] }[] = [
  {
    title: '图',
    features: [
      {
        title: '修改图形',
        text: '标题、颜色、字号、标注、尺寸都能改，按论文单栏 85 mm 或双栏 174 mm 预设。改动立即显示，和结果一起保存，不重新计算，不消耗点数。',
        where: '结果页，图上方的「编辑图形」',
      },
      {
        title: '所有图一起设',
        text: '图中文字（中文或 English）、宽度、字体、字号和配色，对一个结果的所有图一次设好；也可以存为自己的默认，以前的结果同样用它。单独编辑过的图不受影响。',
        where: '结果页，图上方的「所有图」；「个人信息」里的「图的默认样式」',
      },
      {
        title: '框选一片点',
        text: '在火山图等散点图上拖出一个方框，得到这些基因的名单，可以复制，也可以让下面的表只显示它们。',
        where: '结果页，图下方的「框选」',
      },
      {
        title: '在图中找基因',
        text: '输入基因名，图上标出它的位置。图里没有时会明说。',
        where: '结果页，图上方的「找基因」',
      },
      {
        title: '色觉障碍预览',
        text: '看看红绿色弱的读者看到的图，再决定用什么颜色。',
        where: '「编辑图形」里的「点与颜色」',
      },
    ],
  },
  {
    title: '数据',
    features: [
      {
        title: '运行之前的检查',
        text: '是不是计数、有没有取过 log2、样本名对不对得上、基因名有没有被 Excel 改成日期，上传后立即告诉你，能自动改的给一个按钮，改了可以撤销。',
        where: '工具页第一步的「检查」',
      },
      {
        title: 'GEO 数据，填编号就取来',
        text: '填 GSE 开头的系列号，看有哪些平台和文件，选好后由平台去取。测序数据取 NCBI 或作者的计数表，列名和样本对好，分组跟着来。',
        where: '工具页第一步、首页和文件空间的「GEO 编号」',
      },
      {
        title: '三种给分组的办法',
        text: '上传分组表；从 Excel 里复制后粘贴；或在页面上逐个勾选。GEO 的 series matrix 自带的样本信息会直接列为分组。',
        where: '工具页第一步的「分组」',
      },
      {
        title: '结果接着用',
        text: '一个分析的结果可以直接作为下一个工具的输入，不用下载再上传。',
        where: '结果页的「接着做」',
      },
    ],
  },
  {
    title: '任务',
    features: [
      {
        title: '关掉页面也会继续',
        text: '任务在服务器上运行。完成或失败时，页面上方的铃铛会有消息，列表里的状态自己更新。',
        where: '页面右上方的铃铛',
      },
      {
        title: '用同样的参数再填一次表',
        text: '从历史分析里点「再次运行」，数据和参数都填好，改几处就能提交。失败的任务也保留填过的内容。',
        where: '工具页下方的「历史分析」',
      },
      {
        title: '用键盘找工具',
        text: '按 Ctrl + K，输入名称、用途、英文缩写或拼音；上下键选择，回车打开，Esc 关闭。',
        where: '任何页面',
      },
    ],
  },
  {
    title: '论文与重复',
    features: [
      {
        title: '方法段落和引用',
        text: '中文、英文各一份，按这次的参数、样本数和软件版本写成，附所用软件包的文献。',
        where: '结果页下方的「方法」',
      },
      {
        title: '能重做的结果包',
        text: '一个 zip：输入、参数、代码、表、图、方法和版本。在装有 R 的电脑上运行 Rscript reproduce.R，会重算一遍并逐列比较。',
        where: '结果页上方的「下载结果包」',
      },
      {
        title: '图中数据',
        text: '每张图都能取出画图用的数值，期刊要「源数据」时直接交。',
        where: '结果页，图上方的「图中数据」',
      },
    ],
  },
];
