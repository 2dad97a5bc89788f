/** What belongs to the owner and nobody else may ever be shown. */
export const SECRETS = {
  /** Within the address: there are several owners. */
  email: 'zhou-7f3a91',
  username: '周医生七三九一',
  institution: '仁济附属第三医院七三九一',
  file: '周-入组名单-7f3a91.tsv',
  analysis: '周的胰腺癌复发七三九一',
  directory: '周的课题七三九一',
  board: '周的图一七三九一',
  project: '周的课题六二五八三',
  series: '周的系列七三九一.txt.gz',
  agent: 'Ward-Tablet-7f3a91',
};

/** Which of the owner's secrets a text holds, in plain or as an address writes it. */
export function secretsIn(text: string): string[] {
  return Object.values(SECRETS).filter((secret) => [secret, encodeURIComponent(secret)].some((form) => text.includes(form)));
}
