/** What this server could have and has not: only who runs it can change that, and finds the commands at `/status`. */
export function Installable({ titles }: { titles: readonly string[] }) {
  if (titles.length === 0) return null;
  return (
    <p className="caption">
      这台服务器还没有装：{titles.join('、')}。需要时请联系管理员，安装命令在服务器的运行状态页（/status）；装好后刷新这一页就能选。
    </p>
  );
}
