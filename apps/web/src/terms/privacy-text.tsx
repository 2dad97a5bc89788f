import {
  DELETION_DAYS,
  DOWNLOAD_TOKEN_MINUTES,
  RESET_TOKEN_MINUTES,
  RESULT_DAYS,
  SESSION_DAYS,
  SESSION_IDLE_HOURS,
  TERMS_VERSION,
  VERIFY_TOKEN_HOURS,
} from '@oncoloom/contract';
import './terms.css';

/** What is kept of a user, and for how long. */
const KEPT: readonly (readonly [what: string, howLong: string])[] = [
  ['上传的文件', '保留到你删除为止'],
  [
    '分析的参数、结果和日志',
    `最后一次查看之后至少 ${RESULT_DAYS.new} 天；订阅期内的账号至少 ${RESULT_DAYS.pay / 365} 年。之后可能被清理，请及时下载`,
  ],
  ['邮箱、用户名、单位、研究方向、头像', '到删除账号为止；单位、研究方向和头像可以随时清空'],
  ['点数明细、兑换过的卡密', '到删除账号为止；卡密本身留作已使用的记录，不再和你关联'],
  ['登录的设备（浏览器、系统、IP、时间）', `到退出登录为止，最长 ${SESSION_DAYS} 天；${SESSION_IDLE_HOURS} 小时没有使用也会结束`],
  ['登录失败、注册和发邮件的次数与来源 IP', '最长 2 小时，用来限制猜密码和滥用，随后清除'],
  ['登录成功过的网络（IP）', '最后一次登录后 90 天；别人在别处猜你的密码时，你在这里照常登录'],
  ['邮件里的验证、重设链接', `验证 ${VERIFY_TOKEN_HOURS} 小时，重设密码 ${RESET_TOKEN_MINUTES} 分钟，用过即失效；只保存散列值`],
  ['服务器日志', '由运营者决定保留多久；里面没有密码、令牌和文件内容'],
];

/** The privacy statement, without a title: for its own page and for the registration form. */
export function PrivacyText() {
  return (
    <div className="legal">
      <p className="legal-version">版本 {TERMS_VERSION}，与《使用条款》一起生效。</p>
      <p>这里说明：瘤析 OncoLoom 存了你的什么、存多久、在哪里计算、谁能看到，以及怎样拿走和删除。</p>

      <h2 className="card-title">一、不要上传患者身份信息</h2>
      <p>
        姓名、证件号、住院号、病理号、手机号、精确到日的日期等，都不要出现在样本名、列名、内容、文件名和备注里。请用研究编号代替，对照表留在单位。具体的例子和做法见《使用条款》第二条。平台不会替你检查这一点。
      </p>

      <h2 className="card-title">二、存了什么，存多久</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">内容</th>
            <th scope="col">保留多久</th>
          </tr>
        </thead>
        <tbody>
          {KEPT.map(([what, howLong]) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td>{howLong}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        密码只保存 argon2id
        散列值，运营者也看不到原文。服务器日志记录每次调用的时间、网址、状态和耗时；出错、登录、密码输错和修改密码时还有账号编号和来源
        IP，用来排查故障和发现盗用。
      </p>
      <p>浏览器里存有登录令牌、下载链接的缓存和菜单的开合状态，用于登录和显示。没有广告，没有统计代码，页面不从第三方网站加载任何内容。</p>

      <h2 className="card-title">三、在哪里计算</h2>
      <ul>
        <li>上传、读取、计算和画图都在这台服务器上完成。数据不发给任何外部的计算服务或人工智能服务。</li>
        <li>每个分析在单独的进程里运行，以低权限用户的身份，没有网络，只能读到这次分析选定的输入。</li>
        <li>结果里的基因名可以链到 NCBI、Ensembl 和 GeneCards。点开时，这个基因名会随链接发给对方网站；不点就不会。</li>
        <li>验证邮箱、重设密码和密码已修改的邮件经运营者的邮件服务器发出，里面只有链接，没有你的数据。</li>
        <li>网址以 https:// 开头时，传输是加密的。单位内网若只用 http://，请先向运营者确认网络是否可信。</li>
      </ul>

      <h2 className="card-title">四、谁能看到</h2>
      <ul>
        <li>文件、分析和点数明细只有你的账号能打开，除非你自己分享。其他用户用编号去猜，得到的回答和不存在一样。</li>
        <li>下载时生成的链接 {DOWNLOAD_TOKEN_MINUTES} 分钟内有效，拿到它的人在这段时间里可以下载那一个文件，请不要转发。</li>
        <li>
          你在结果页生成的分享链接，拿到它的人不用账号就能看到那一个结果，下载它的图、表和方法；允许下载结果包时还有输入数据；输入文件的名称只在你勾选时显示。链接到期、撤回、删除那个结果或申请删除账号后打不开。上面没有你的用户名和邮箱。
        </li>
        <li>管理服务器的人员技术上能读到硬盘和数据库。运营者应当只在排查故障或你要求帮助时这样做。</li>
        <li>邀请你的人能看到打了掩码的邮箱，以及是否已验证，看不到别的。</li>
      </ul>

      <h2 className="card-title">五、拿走和删除</h2>
      <ul>
        <li>导出：在「个人信息」可以下载一个压缩包，里面是账号里的全部内容。单个分析可以下载结果包。</li>
        <li>删除文件：文件随即从账号里消失，不能找回。用过它的分析保留当时的输入，好让结果能重做；要一并去掉，请同时删除这些分析。</li>
        <li>删除分析：参数、结果、图和日志随即从账号里消失，不能找回。</li>
        <li>删除账号：提出后 {DELETION_DAYS} 天执行，其间可以撤回。执行后账号、文件、分析和点数全部删除，不能恢复。</li>
        <li>
          硬盘上的内容：文件和结果按内容存放在服务器的数据文件夹里，删除后不再能从平台打开；磁盘上的字节和备份由运营者清理，会晚一些消失。需要确认时请联系运营者。
        </li>
      </ul>

      <h2 className="card-title">六、有疑问时</h2>
      <p>运营者的联系方式在「定制分析」页上，登录后可以看到。误传了患者信息、怀疑账号被他人使用，请尽快联系。</p>
    </div>
  );
}
