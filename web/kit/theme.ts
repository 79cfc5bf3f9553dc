// antd dressed as the product: its tokens from the theme, the greys and the text size.
import type { ThemeConfig } from 'antd'
import type { ThemeKey } from '#contract/platform/config'
import { themeColors } from '#web/kit/themeColors'

export const FONT = '"PingFang SC","Microsoft YaHei","HarmonyOS Sans SC","Noto Sans CJK SC",system-ui,sans-serif'

/** The status colours are the same in every theme. */
const fixed = {
  colorSuccess: '#1A7F4B',
  colorWarning: '#B86E00',
  colorError: '#C4221A',
  colorText: '#1B2430',
  colorTextSecondary: '#3D4856',
  colorTextTertiary: '#5F6B7A',
  colorTextDescription: '#5F6B7A',
  colorTextPlaceholder: '#6B7685',
  colorTextDisabled: '#8792A0',
  colorIcon: '#5F6B7A',
  colorBorder: '#C9D1DA',
  colorBorderSecondary: '#DFE4EA',
  colorSplit: '#ECEFF3',
  colorBgLayout: '#EEF1F5',
  colorFillAlter: '#F6F8FA',
  fontFamily: FONT,
  fontWeightStrong: 600,
  borderRadius: 6,
  borderRadiusLG: 8,
  borderRadiusSM: 4,
  borderRadiusXS: 4,
  controlHeight: 32,
  motionDurationFast: '0.12s',
  motionDurationMid: '0.16s',
  motionDurationSlow: '0.2s',
  boxShadow: '0 8px 28px rgba(20,36,56,.14), 0 1px 4px rgba(20,36,56,.08)',
  boxShadowSecondary: '0 8px 28px rgba(20,36,56,.14), 0 1px 4px rgba(20,36,56,.08)',
}

export function antdTheme(key: ThemeKey, large: boolean): ThemeConfig {
  const c = themeColors[key]
  const ring = `0 0 0 3px ${c.brand}38`
  const [rest, hover, press] = c.button
  return {
    token: {
      ...fixed,
      fontSize: large ? 16 : 14,
      colorPrimary: c.action,
      colorInfo: c.action,
      colorLink: c.action,
      colorPrimaryHover: c.hover,
      colorLinkHover: c.hover,
      colorPrimaryActive: c.press,
      colorLinkActive: c.press,
      colorPrimaryBg: c.soft,
      controlItemBgActive: c.soft,
      controlItemBgActiveHover: c.soft,
      colorPrimaryBorder: c.line,
      controlOutline: `${c.brand}38`,
      controlOutlineWidth: 3,
    },
    components: {
      Button: {
        colorPrimary: rest,
        colorPrimaryHover: hover,
        colorPrimaryActive: press,
        primaryColor: c.on,
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        fontWeight: 400,
      },
      Table: {
        rowSelectedBg: c.soft,
        rowSelectedHoverBg: c.soft,
        headerBg: '#F3F5F8',
        headerBorderRadius: 0,
        headerColor: '#3D4856',
        headerSplitColor: 'transparent',
        borderColor: '#ECEFF3',
        cellPaddingBlockSM: large ? 7 : 5,
        cellPaddingInlineSM: 10,
      },
      Tabs: { inkBarColor: c.brand },
      // The ground of one that is off, and under the pointer: its text is white.
      Switch: { colorTextQuaternary: '#6B7685', colorTextTertiary: '#5F6B7A' },
      Input: { activeShadow: ring },
      InputNumber: { activeShadow: ring },
      Select: { optionSelectedBg: c.soft, activeOutlineColor: `${c.brand}38` },
      DatePicker: { activeShadow: ring },
      Progress: { defaultColor: c.brand },
      Modal: { titleFontSize: 16 },
      Menu: { itemHeight: 34, itemSelectedBg: c.soft, itemSelectedColor: c.action },
    },
  }
}
