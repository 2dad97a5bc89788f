import Bowser from 'bowser';

/** Names that the library writes otherwise than their users do. */
const BROWSERS: Record<string, string> = {
  'Microsoft Edge': 'Edge',
  WeChat: '微信',
  'UC Browser': 'UC 浏览器',
  'Sogou Browser': '搜狗浏览器',
  'Vivo Browser': 'vivo 浏览器',
  'HeyTap Browser': 'OPPO 浏览器',
  'MZ Browser': '魅族浏览器',
  Miui: '小米浏览器',
  'Samsung Internet for Android': '三星浏览器',
  'Android Browser': '安卓浏览器',
  'Google Search': 'Google',
};
const SYSTEMS: Record<string, string> = { Android: '安卓' };
/** Chinese browsers that pass for Chrome with the library. */
const OWN_NAMES: readonly [RegExp, string][] = [
  [/\bMQQBrowser\/|\bQQBrowser\//, 'QQ 浏览器'],
  [/\bQuark\//, '夸克'],
  [/\bHuaweiBrowser\//, '华为浏览器'],
];

const HARMONY = /HarmonyOS|OpenHarmony/;

/** Is it a telephone or a tablet? */
export function isHandheld(agent: string): boolean {
  return agent !== '' && (HARMONY.test(agent) || ['iOS', 'Android'].includes(Bowser.parse(agent).os.name ?? ''));
}

/** Browser and system of a user agent, such as “Chrome · Windows”. */
export function deviceWords(agent: string): string {
  if (agent === '') return '未知设备';
  const { browser, os } = Bowser.parse(agent);
  const own = OWN_NAMES.find(([pattern]) => pattern.test(agent))?.[1];
  const name = own ?? BROWSERS[browser.name ?? ''] ?? browser.name;
  const system = HARMONY.test(agent) ? '鸿蒙' : (SYSTEMS[os.name ?? ''] ?? os.name);
  const words = [name, system].filter((word) => word !== undefined && word !== '');
  // A program such as curl names itself first.
  return words.length > 0 ? words.join(' · ') : (/^[\w.-]{1,30}/.exec(agent)?.[0] ?? '未知设备');
}
