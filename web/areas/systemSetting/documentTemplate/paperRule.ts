// Size, margins and what stands in the margins of a printed document, as a style sheet says it.
import type { PaperData } from '#contract/systemSetting/documentTemplate'

const FONT = 'font: 9pt SimSun, "Songti SC", "Noto Serif CJK SC", serif; color: #000'

/** A text inside a style sheet. */
const quoted = (text: string) => `"${text.replace(/[\\"\n\r\f<]/g, (char) => `\\${char.charCodeAt(0).toString(16)} `)}"`

const box = (place: string, content: string | null) => (content ? `@${place} { content: ${content}; ${FONT} }` : '')

export function paperRule(paper: PaperData): string {
  const { top, right, bottom, left, header, footer, pageNumbers } = paper
  return `@page { size: ${paper.size} ${paper.landscape ? 'landscape' : 'portrait'}; margin: ${top}mm ${right}mm ${bottom}mm ${left}mm;
    ${box('top-center', header ? quoted(header) : null)}
    ${box('bottom-left', footer ? quoted(footer) : null)}
    ${box(footer ? 'bottom-right' : 'bottom-center', pageNumbers ? '"第 " counter(page) " / " counter(pages) " 页"' : null)}
  }`
}
