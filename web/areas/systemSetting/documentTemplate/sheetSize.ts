// Sizes of a sheet on the screen: as on paper, or smaller where there is no room.
import type { CSSProperties } from 'react'
import type { PaperData } from '#contract/systemSetting/documentTemplate'

const PX_PER_MM = 96 / 25.4

const SIZES = { A4: [210, 297], A5: [148, 210] } as const

export function sheetSize(paper: PaperData): { width: number; height: number } {
  const [short, long] = SIZES[paper.size as keyof typeof SIZES] ?? SIZES.A4
  return paper.landscape ? { width: long, height: short } : { width: short, height: long }
}

export const sheetStyle = (paper: PaperData): CSSProperties => {
  const { width, height } = sheetSize(paper)
  return {
    width: `${width}mm`,
    minHeight: `${height}mm`,
    padding: `${paper.top}mm ${paper.right}mm ${paper.bottom}mm ${paper.left}mm`,
  }
}

/** As large as there is room for, never larger than on paper. */
export function fitting(room: number, paper: PaperData): number {
  const wanted = sheetSize(paper).width * PX_PER_MM + 32
  return room === 0 ? 1 : Math.min(1, Math.max(0.5, room / wanted))
}
