// The five themes as colours, for what cannot read a CSS variable (antd's tokens, charts, pictures).
import './theme.css'
import { type ThemeKey, themeOfColor, themes } from '#contract/platform/config'

export interface ThemeColors {
  brand: string
  action: string
  hover: string
  press: string
  soft: string
  line: string
  deep: string
  deep2: string
  /** Solid primary button and the text on it. */
  button: readonly [rest: string, hover: string, press: string]
  on: string
}

const colors = (list: string, solid?: { button: ThemeColors['button']; on: string }): ThemeColors => {
  const [brand, action, hover, press, soft, line, deep, deep2] = list.split(' ') as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  const base = { brand, action, hover, press, soft, line, deep, deep2 }
  return { ...base, button: solid?.button ?? [action, hover, press], on: solid?.on ?? '#FFFFFF' }
}

export const themeColors: Readonly<Record<ThemeKey, ThemeColors>> = {
  default: colors('#1E87F0 #166BC1 #1C76D2 #11559B #EAF3FD #B7D6F7 #12304F #1C426B'),
  qingxiangcheng: colors('#FF9D11 #A15E08 #8A4F05 #6F3F04 #FFF4E2 #FFD596 #3D2A12 #563C1B', {
    button: ['#FF9D11', '#FFB03D', '#EC8C00'],
    on: '#2B1A00',
  }),
  heyelv: colors('#009995 #007774 #00827F #005E5B #E4F5F4 #A3DAD8 #0A3A3A #125150'),
  ziluolan: colors('#743B8F #743B8F #8750A2 #5A2C70 #F4ECF8 #D5BBE1 #2F1B3B #442A54'),
  lieyanhong: colors('#E0241B #D0221A #D9352C #A81A13 #FDEEEC #F4BAB6 #431512 #5F211D'),
}

export const isThemeKey = (value: unknown): value is ThemeKey => themes.some((theme) => theme.key === value)

/** Takes a theme's name or the colour of the configuration; any other colour is the default theme. */
export function applyTheme(themeOrColor: string | null | undefined): ThemeKey {
  const key = isThemeKey(themeOrColor) ? themeOrColor : themeOfColor(themeOrColor)
  document.documentElement.dataset.theme = key
  return key
}
