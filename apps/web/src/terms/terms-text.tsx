import {
  PLANS,
  REFERRAL_MAX,
  REFERRAL_POINTS,
  SESSION_DAYS,
  SESSION_IDLE_HOURS,
  SIGN_UP_POINTS,
  SIGN_UP_POINTS_DAYS,
  TERMS_VERSION,
  TRIAL_CARD,
} from '@oncoloom/contract';
import './terms.css';

const PLAN_WORDS = `方案有${PLANS.map(({ title, price, points }) => `${title} ${price} 元 ${points.toLocaleString('en')} 点`).join('、')}`;

/** The terms of use, without a title: for their own page and for the registration form. */
export function TermsText() {
  return (
    <div className="legal">
      <p className="legal-version">版本 {TERMS_VERSION}。注册时勾选同意，即以这一版为准。</p>
      <p>
        瘤析
        OncoLoom（以下称「平台」）是分析肿瘤基因表达数据的科研工具，由架设这台服务器的机构或个人（以下称「运营者」）提供。使用平台，表示你同意以下各条。
      </p>

      <h2 className="card-title">一、用于科研，不用于诊疗</h2>
      <ul>
        <li>平台不是医疗器械。结果不能作为诊断、分期、用药或任何个体诊疗决定的依据。</li>
        <li>差异、相关和生存分析给出的是一批样本的统计结果，不是对某一位患者的判断，也不等于因果。</li>
        <li>需要用于临床的指标，请用有资质的方法另行验证。</li>
      </ul>

      <h2 className="card-title">二、上传的数据里不能有患者身份信息</h2>
      <p>下面这些都算身份信息，不论出现在样本名、列名、表格内容、文件名还是备注里：</p>
      <ul>
        <li>姓名（含拼音和缩写）、身份证号、护照号、医保卡号、手机号、住址、照片；</li>
        <li>住院号、门诊号、病案号、病理号、影像号、检验条码；</li>
        <li>精确到日的出生、入院、手术和死亡日期；</li>
        <li>单独看不出是谁、合在一起能认出人的组合，例如「某县、某罕见病、92 岁」。</li>
      </ul>
      <p>上传之前请这样做：</p>
      <ul>
        <li>样本改用研究编号，如 P001T、P001N。编号和患者的对照表留在你们单位，不要上传。</li>
        <li>日期改为时间间隔，如「手术到随访 412 天」。年龄用岁数，90 岁以上写「≥90」。</li>
        <li>删掉分析用不到的列，检查 Excel 里隐藏的列和工作表。</li>
      </ul>
      <p>如果已经传了，请立即删除这个文件和用过它的分析，去掉身份信息后重新上传，并把情况告诉运营者。</p>

      <h2 className="card-title">三、你对数据负责</h2>
      <ul>
        <li>你上传的数据，来源应当合法，有相应的伦理审批和知情同意；涉及人类遗传资源的，按国家规定办理审批或备案。</li>
        <li>数据和结果的权利归你或你们单位所有。平台只为完成你提交的分析而处理它们，不用来训练模型，也不提供给别人。</li>
        <li>使用公共数据（如 TCGA、GTEx、GEO）时，请遵守其使用规则并按要求引用。</li>
      </ul>

      <h2 className="card-title">四、账号</h2>
      <ul>
        <li>
          一个账号由一个人使用。请保管好密码；一次登录最长 {SESSION_DAYS} 天，{SESSION_IDLE_HOURS}{' '}
          小时没有使用也会结束；修改密码后其他设备上的登录立即失效。
        </li>
        <li>不得探测或攻击平台，不得用程序绕过限流，不得打开不属于你的数据。违反时运营者可以停用账号。</li>
        <li>自己的程序可以按 /api/docs 的说明调用平台，规则和在页面上操作相同。</li>
      </ul>

      <h2 className="card-title">五、点数和订阅</h2>
      <ul>
        <li>
          新账号有 {SIGN_UP_POINTS} 点，{SIGN_UP_POINTS_DAYS} 天内有效。运行分析、下载公共队列数据会用掉点数，提交前页面上写明要多少点。
        </li>
        <li>不收点的有：用平台自带的示例数据运行、修改和重画图形、下载自己的结果。</li>
        <li>
          {PLAN_WORDS}，在平台外向运营者购买，用卡密兑换。每张卡密只能兑换一次。体验卡 {TRIAL_CARD.points} 点、{TRIAL_CARD.days}{' '}
          天，每个账号只能用一次。
        </li>
        <li>点数在有效期内使用，到期清零。到期前续费，账号里全部点数的有效期一起延长。</li>
        <li>
          邀请的人验证邮箱后，双方各得 {REFERRAL_POINTS} 点，每个账号最多得 {REFERRAL_MAX} 次。不得用自己的其他账号互相邀请。
        </li>
        <li>点数不能转给其他账号，也不能换成现金。</li>
      </ul>

      <h2 className="card-title">六、退点和退款</h2>
      <ul>
        <li>运行失败或被取消的分析，点数自动退回；那时已经过了有效期的点数，退回后同样清零。</li>
        <li>已完成的分析不退点，包括没有显著结果的。没有显著结果也是结果。</li>
        <li>删除已完成的分析或文件，不退点。</li>
        <li>卡密的购买和退款由运营者办理，以购买时双方的约定为准。已经兑换的卡密不能恢复为未使用。</li>
      </ul>

      <h2 className="card-title">七、结果和论文</h2>
      <ul>
        <li>平台调用领域内通用的 R 软件包计算，每个结果列出参数、软件版本、随机种子和引用，并可以下载能在本地重做的结果包。</li>
        <li>分组是否正确、方法是否适合、结论是否成立，由你判断并负责。投稿前请核对数据、方法段落和图注。</li>
        <li>请引用所用的软件包和数据来源，结果页列出了它们的文献。</li>
        <li>请自己保存需要留存的结果。平台的保留时间见《隐私说明》。</li>
      </ul>

      <h2 className="card-title">八、服务的限度</h2>
      <ul>
        <li>平台按现状提供。服务器可能因维护、断电或故障中断；中断的分析会重新排队，不能完成的退回点数。</li>
        <li>运营者可以限制文件大小、存储空间和同时运行的任务数，限额在相应的页面上说明。</li>
      </ul>

      <h2 className="card-title">九、条款的修改</h2>
      <p>条款修改后会换版本号，页面上总是现行的一版。不同意新版的，可以导出数据并删除账号。</p>
    </div>
  );
}
