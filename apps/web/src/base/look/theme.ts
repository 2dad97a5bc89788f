import { theme as base, type ThemeConfig } from 'antd';
import { COLOURS, type Scheme } from './colours.ts';

/** What both schemes share: sizes, type, shapes. */
const SHAPES = {
  controlOutlineWidth: 3,
  borderRadius: 6,
  borderRadiusLG: 10,
  borderRadiusSM: 4,
  controlHeight: 36,
  controlHeightLG: 44,
  controlHeightSM: 30,
  fontSize: 14,
  lineHeight: 22 / 14,
  boxShadowTertiary: 'none',
  fontFamily: 'Inter, "PingFang SC", "HarmonyOS Sans SC", "Noto Sans CJK SC", "Microsoft YaHei", sans-serif',
} as const satisfies ThemeConfig['token'];

/** Look of antd's components. One accent: "yours to press" or "selected"; red and blue belong to the data. */
export function themeOf(scheme: Scheme): ThemeConfig {
  const colours = COLOURS[scheme];
  const dark = scheme === 'dark';
  return {
    algorithm: dark ? base.darkAlgorithm : base.defaultAlgorithm,
    token: {
      ...SHAPES,
      colorPrimary: colours.accent,
      colorPrimaryHover: colours['accent-hover'],
      colorPrimaryActive: colours['accent-hover'],
      colorLink: colours.accent,
      colorLinkHover: colours['accent-hover'],
      colorLinkActive: colours['accent-hover'],
      colorSuccess: colours.done,
      colorError: colours.failed,
      colorWarning: colours.warning,
      colorInfo: colours.accent,
      colorText: colours.ink,
      colorTextSecondary: colours['ink-2'],
      colorTextTertiary: colours['ink-3'],
      colorTextPlaceholder: colours.placeholder,
      colorBorder: colours.control,
      colorBorderSecondary: colours.line,
      colorBgLayout: colours.page,
      colorBgContainer: colours.card,
      colorBgElevated: colours.raised,
      controlOutline: colours.ring,
      // Marks of boxes and switches, and words on grounds of the accent.
      ...(dark ? { colorWhite: colours['on-accent'], colorTextLightSolid: colours['on-accent'], colorBgSpotlight: colours.ink } : {}),
    },
    components: {
      Button: {
        defaultBorderColor: colours['line-2'],
        primaryColor: colours['on-accent'],
        dangerColor: colours['on-accent'],
        fontWeight: 500,
        primaryShadow: 'none',
        defaultShadow: 'none',
        borderRadiusLG: 6,
        contentFontSizeLG: 15,
      },
      // Controls keep one radius in every size.
      Input: { borderRadiusLG: 6, inputFontSizeLG: 14 },
      InputNumber: { borderRadiusLG: 6, inputFontSizeLG: 14 },
      Select: { borderRadiusLG: 6 },
      Form: { verticalLabelPadding: '0 0 6px', verticalLabelMargin: 0 },
      Table: {
        headerBg: colours.card,
        headerColor: colours['ink-3'],
        headerSplitColor: 'transparent',
        cellPaddingBlock: 11,
        cellPaddingBlockSM: 7,
        rowHoverBg: colours.soft,
        rowSelectedBg: colours['accent-tint'],
      },
      Menu: { itemHeight: 36, itemSelectedBg: colours['accent-tint'], itemSelectedColor: colours.accent, itemBorderRadius: 6 },
      Modal: { borderRadiusLG: 14 },
      Layout: { siderBg: colours.card, headerBg: colours.card, headerHeight: 56 },
    },
  };
}
