import { SIGN_UP_POINTS } from '@oncoloom/contract';
import { menu } from '@oncoloom/tools/menu';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Formats, Mistakes } from './own-data.tsx';
import { Picture } from './picture.tsx';
import { GuideStep } from './step.tsx';
import './quick-start.css';

const first = menu.find(({ introduces }) => introduces);
/** Draws what the first tool finds. */
const drawing = menu.find(({ family, accepts }) => family === 'plotting' && accepts.some((what) => first?.produces.includes(what)));

/** A tool by its menu name, as a link while it is installed. */
function ToolLink({ tool, name }: { tool: typeof first; name: string }) {
  return tool === undefined ? name : <Link to={tool.routes.analysis}>{name}</Link>;
}

interface Step {
  id: string;
  title: string;
  picture: ReactNode;
  words: ReactNode;
}

const STEPS: readonly Step[] = [
  {
    id: 'sign-up',
    title: '注册',
    picture: <Picture name="signUp" alt="注册页：填写邮箱和密码" />,
    words: (
      <>
        <p>用邮箱注册，送 {SIGN_UP_POINTS} 点。随后会收到一封验证邮件，点开里面的链接，以后才能找回密码。</p>
        <p>你能看到这一页，说明这一步已经完成。</p>
      </>
    ),
  },
  {
    id: 'choose',
    title: '选一个工具',
    picture: <Picture name="home" alt="首页：查基因、放文件、选图的三扇门，最近任务和点数" />,
    words: (
      <>
        <p>
          首页的三扇门就是第一步：输入一个基因，看它在公共队列里怎样；拖进一个文件，平台认出类型，列出合适的工具；点一种图，直接开始画。
        </p>
        <p>也可以在左侧菜单里点工具名。知道要做什么时，按 Ctrl + K，输入「差异」「火山」或拼音。</p>
        <p>
          现在有 {menu.length} 个工具。第一次建议用
          <ToolLink tool={first} name="limma 差异分析" />
          ，它比较两组样本，找出表达有差别的基因。
        </p>
      </>
    ),
  },
  {
    id: 'example',
    title: '用示例数据运行',
    picture: <Picture name="example" alt="limma 差异分析的页面，已填入示例数据" />,
    words: (
      <>
        <p>
          打开
          <ToolLink tool={first} name="limma 差异分析" />
          ，点「使用示例数据」。真实的公开数据会填进表单，运行不消耗点数。
        </p>
        <p>再点右侧的「开始分析」。几秒后下方的列表里出现「已完成」，点「查看」。运行时可以关掉页面，任务会继续。</p>
      </>
    ),
  },
  {
    id: 'read',
    title: '读结果',
    picture: <Picture name="summary" alt="结果页的开头：一句话结论和火山图" />,
    words: (
      <>
        <p>最上面一句话说明找到了什么，例如多少个基因上调、多少个下调。</p>
        <p>图可以放大、框选，在「找基因」里输入基因名，会在图上标出来。往下是全部基因的表，可以搜索、排序和筛选。</p>
        <p>没有显著的基因也是结果：页面会给出 P 值分布，并建议接下来检查什么。</p>
      </>
    ),
  },
  {
    id: 'edit',
    title: '修改图形',
    picture: <Picture name="result" alt="火山图和右侧的编辑栏" />,
    words: (
      <>
        <p>
          点图上方的「编辑图形」，图旁边可以改标题、颜色、字号、标注的基因和图的尺寸（单栏 85 mm、双栏 174
          mm）。改动立即显示，不重新计算，不消耗点数。
        </p>
        <p>改错了按 Ctrl + Z，或点「恢复默认」。</p>
      </>
    ),
  },
  {
    id: 'paper',
    title: '放进论文',
    picture: <Picture name="methods" alt="结果页的方法、引用和结果文件" />,
    words: (
      <>
        <p>图：PDF 和 SVG 是矢量图，投稿和再编辑用；PNG 是 300 dpi，放进幻灯片用。「图中数据」给出画图的数值。</p>
        <p>方法：结果页下方有中文和英文的方法段落及引用，点「复制」，粘贴到论文里再按实际情况核对。</p>
        <p>审稿人要原始过程时，给他「结果包」：里面有输入、参数、代码、表、图和软件版本，运行一条命令就能重做。</p>
      </>
    ),
  },
  {
    id: 'own-data',
    title: '换成自己的数据',
    picture: <Picture name="tool" alt="上传表达矩阵之后：平台读到的表、分组和检查" />,
    words: (
      <>
        <p>把表达矩阵拖到表单上。支持 txt、csv、tsv、xlsx 和 GEO series matrix，可用 gz 压缩。</p>
        <p>用公开数据时点「GEO 编号」填 GSE 开头的系列号：平台从 NCBI 取表达矩阵，测序数据取计数表并和样本对好，对不上的会说明。</p>
        <p>分组表有 sample 和 group 两列；也可以粘贴，或在页面上手工分组。GEO 文件自带的分组会直接列出来。</p>
        <Formats />
        <p>
          样本名用研究编号，不要写姓名和住院号（见<Link to="/terms">使用条款</Link>）。已经有别的软件算出的差异表，可以直接画
          <ToolLink tool={drawing} name="火山图" />。
        </p>
      </>
    ),
  },
];

/** The first ten minutes: from signing up to a figure in the paper, with pictures of the product. */
export default function QuickStartPage() {
  return (
    <>
      <header className="guide-head">
        <h1 className="page-title">快速开始</h1>
        <p>十分钟走完一遍：用示例数据得到第一张图，再换成自己的数据。</p>
        <nav aria-label="步骤">
          <ol>
            {STEPS.map(({ id, title }, i) => (
              <li key={id}>
                <a href={`#${id}`}>
                  {i + 1} {title}
                </a>
              </li>
            ))}
            <li>
              <a href="#mistakes">常见的提示</a>
            </li>
          </ol>
        </nav>
      </header>
      <div className="guide">
        {STEPS.map(({ id, title, picture, words }, i) => (
          <GuideStep key={id} id={id} number={i + 1} title={title} picture={picture}>
            {words}
          </GuideStep>
        ))}
        <Mistakes />
      </div>
    </>
  );
}
