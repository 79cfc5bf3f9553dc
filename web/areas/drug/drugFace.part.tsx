// A drug wherever one is named: picture, name, spec and what must be watched stand together.
import { Pill } from 'lucide-react'
import type { DrugShortData } from '#contract/drug/dict'
import { HighAlert, qtyText } from '#contract/drug/drugWords'
import { NoteTag } from '#web/kit/parts/StatusTag'
import './drug.css'

export type DrugFaceData = Pick<DrugShortData, 'drugName' | 'spec'> &
  Partial<Pick<DrugShortData, 'tradeName' | 'highAlert' | 'lookAlike' | 'noCrush' | 'picture'>>

export function DrugPicture({ picture, name }: { picture: string | null | undefined; name: string }) {
  return (
    <span className="yy-drug-picture yy-inline yy-middle yy-fixed">
      {picture ? <img src={picture} alt={`${name}的图片`} loading="lazy" /> : <Pill size={18} aria-hidden />}
    </span>
  )
}

/** 高警示, 易混淆, 不可掰开: never by colour alone. */
export function DrugMarks({ row }: { row: DrugFaceData }) {
  return (
    <>
      {row.highAlert && (
        <NoteTag family="red" title={`高警示：${HighAlert.label(row.highAlert)}`}>
          高警示
        </NoteTag>
      )}
      {row.lookAlike && (
        <NoteTag family="purple" title={`容易与“${row.lookAlike}”混淆`}>
          易混淆
        </NoteTag>
      )}
      {row.noCrush && (
        <NoteTag family="amber" title="缓释、控释或肠溶，不可掰开、碾碎">
          不可掰碎
        </NoteTag>
      )}
    </>
  )
}

export function DrugFace({ row, marks = true }: { row: DrugFaceData; marks?: boolean }) {
  return (
    <span className="yy-drug-face yy-inline yy-gap-8 yy-narrow">
      <DrugPicture picture={row.picture} name={row.drugName} />
      <span className="yy-stack yy-narrow">
        <span className="yy-row yy-gap-6 yy-wrap">
          <b className="yy-name">{row.drugName}</b>
          {marks && <DrugMarks row={row} />}
        </span>
        <span className="yy-second yy-small">
          {row.spec}
          {row.tradeName && ` · ${row.tradeName}`}
        </span>
      </span>
    </span>
  )
}

interface Packed {
  packUnit: string
  packFactor: number
  unitName: string
}

/** 2 盒 6 片; what fills no package is told in units alone. */
export function packed(quantity: number, { packUnit, packFactor, unitName }: Packed): string {
  const packs = packFactor > 1 ? Math.floor(quantity / packFactor + 1e-9) : 0
  const rest = Math.round((quantity - packs * packFactor) * 1000) / 1000
  return [packs > 0 && `${packs} ${packUnit}`, (rest > 0 || packs === 0) && `${qtyText(rest)} ${unitName}`]
    .filter(Boolean)
    .join(' ')
}
