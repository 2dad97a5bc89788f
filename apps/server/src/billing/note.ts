import { NOTE_POINTS } from '@oncoloom/contract';

/** As many tools as a reader takes in; the others are counted. */
const NAMED_TOOLS_MAX = 6;

const TITLE = '不写代码，做肿瘤表达分析';

const TAGS = ['生物信息学', '肿瘤研究', '差异表达分析', '医学科研', '科研工具', '临床科研'];

/**
 * A note that the user may post to Xiaohongshu. It says what the product does by the tools that are installed, what it does
 * not do, and that the post is rewarded: a reader has a right to know it, and the platform asks for it.
 */
export function noteOf(tools: readonly { title: string }[]): { title: string; text: string; tags: string[] } {
  const named = tools.slice(0, NAMED_TOOLS_MAX).map((tool) => `「${tool.title}」`);
  const rest = tools.length > named.length ? `等 ${tools.length} 个工具` : `${tools.length} 个工具`;
  const text = [
    '最近用「瘤析 OncoLoom」做肿瘤基因表达分析，不写代码，在网页上就能完成。记几点给同样要做生信的临床同道。',
    `【能做什么】现在有${named.join('')}${rest}。上传自己的表达矩阵，填好分组就能提交；每个工具都有内置示例数据，先跑示例不花点数。`,
    '【结果有什么】图可以改配色和标注，导出 PDF、SVG、PNG、TIFF、PPTX；表格能下载；附中英文方法段落、软件版本和引用文献。还能打包下载参数和 R 脚本，在自己电脑上复现。',
    '【怎么收费】按次用点数，新账号有赠送。任务失败或取消会退回点数；同样的数据和参数重复运行不再收费。',
    '【要注意】上传前请先去掉姓名、住院号等患者身份信息。结果供科研使用，不能用于诊断；参数和结论仍要自己把关，最好请统计老师看一眼。',
    `（说明：发布这篇笔记，平台会赠送作者 ${NOTE_POINTS} 点。）`,
  ].join('\n\n');
  return { title: TITLE, text, tags: TAGS };
}
