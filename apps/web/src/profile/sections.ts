/** The parts of the profile page, in the order of its menu; each stands in the address as `?tab=`. */
export const SECTIONS = [
  { id: 'details', title: '个人资料' },
  { id: 'points', title: '点数与方案' },
  { id: 'look', title: '外观' },
  { id: 'password', title: '修改密码' },
  { id: 'devices', title: '登录设备' },
  { id: 'figures', title: '图的默认样式' },
  { id: 'storage', title: '存储空间' },
  { id: 'data', title: '账号数据' },
] as const;
export type SectionId = (typeof SECTIONS)[number]['id'];

/** The part that an address asks for; the first one when it names none that exists. */
export function readSection(search: URLSearchParams): SectionId {
  return SECTIONS.find(({ id }) => id === search.get('tab'))?.id ?? SECTIONS[0].id;
}
