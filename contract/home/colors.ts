// Colours that a person chooses: how well they can be seen, and the tones a bed cell is drawn with.

type Rgb = readonly [red: number, green: number, blue: number]

const rgbOf = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}
const hexOf = (rgb: Rgb) =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`.toUpperCase()

const linear = (part: number) => {
  const share = part / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}
const luminance = ([red, green, blue]: Rgb) => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)

/** 1 … 21 */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(rgbOf(one)), luminance(rgbOf(other))]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

const mix = (color: string, share: number, ground: string): string => {
  const [a, b] = [rgbOf(color), rgbOf(ground)]
  return hexOf([0, 1, 2].map((i) => a[i]! * share + b[i]! * (1 - share)) as unknown as Rgb)
}

const PALEST = 1.8
/** A status bar of this colour could hardly be told from the white around it. */
export const tooPale = (color: string) => contrast(color, '#FFFFFF') < PALEST

export interface Tones {
  dot: string
  soft: string
  border: string
  text: string
}

const READABLE = 4.9
const BLACK = '#000000'
const WHITE = '#FFFFFF'

/** Ground, border and text to a colour of the user's own; the text is darkened until it can be read on its ground. */
export function tonesOf(color: string): Tones {
  const soft = mix(color, 0.11, WHITE)
  let text = color.toUpperCase()
  for (let share = 0.95; contrast(text, soft) < READABLE && share > 0; share -= 0.05) text = mix(color, share, BLACK)
  return { dot: color.toUpperCase(), soft, border: mix(color, 0.34, WHITE), text }
}
