import { z } from 'zod';
import type { Base, InputKind } from './kind.ts';
import { lastOf, pleaseChoose } from './reading.ts';

/** A GEO platform such as GPL570: the installed table of its probes and genes is the input, with the columns probe and symbol. */
export interface PlatformParameter extends Base {
  kind: 'platform';
  input: string;
  /** The matrix whose own platform is proposed. */
  of: string;
  optional?: boolean;
}

const platformName = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^GPL\d{1,7}$/);

export const platform: InputKind<PlatformParameter> = {
  read(_, given) {
    const parsed = platformName.safeParse(lastOf(given)[1]);
    return parsed.success ? { from: 'platform', platform: parsed.data } : parsed.error;
  },
  write: (_, name, value) => [[name, value.platform]],
  missing: (parameter) => (parameter.optional === true ? undefined : pleaseChoose(parameter)),
  expected: () => '要填 GEO 的平台号，例如 GPL570',
  schema: () => ({ type: 'string', pattern: '^[Gg][Pp][Ll][0-9]{1,7}$' }),
  /** A platform other than the one that the file itself tells of. */
  check({ name, parameter, facts }) {
    const chosen = facts[name]?.platform;
    const told = facts[parameter.of]?.matrix?.platform;
    if (chosen === undefined || told === undefined || told === null || told === chosen) return [];
    const message = `选的平台是 ${chosen}，而文件像是 ${told} 的。平台不对，多数探针会找不到基因`;
    return [
      { code: 'platform_differs', level: 'should', field: name, message, fix: { label: `改用 ${told}`, parameters: { [name]: told } } },
    ];
  },
};
