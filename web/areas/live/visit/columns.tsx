// Columns of the visits; they also feed search, export and print.
import { maskedPhone } from '#contract/kit/privacy'
import { type VisitRowData, VisitStay, visit } from '#contract/live/visit'
import { PhoneText } from '#web/areas/live/family/phone.part'
import { BedPath, bedPathText } from '#web/areas/live/marks.part'
import { ResidentCell } from '#web/areas/live/residentCell.part'
import { datetime } from '#web/kit/fields/date'
import { dictionaryOf } from '#web/kit/fields/lookup'
import { None } from '#web/kit/fields/none'
import { keyword, longText, text } from '#web/kit/fields/text'
import { columns } from '#web/kit/list/columns'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { temperature } from './fields.tsx'

/** 45 分钟, 3 小时 20 分, 1 天, 1 天 4 小时 */
export function durationText(minutes: number): string {
  if (minutes < 60) return `${minutes} 分钟`
  const hours = Math.floor(minutes / 60)
  if (hours >= 24) return `${Math.floor(hours / 24)} 天${hours % 24 === 0 ? '' : ` ${hours % 24} 小时`}`
  return minutes % 60 === 0 ? `${hours} 小时` : `${hours} 小时 ${minutes % 60} 分`
}

function Stay({ row }: { row: VisitRowData }) {
  if (row.stay === null) return <span className="yy-none">{row.outTime ? durationText(row.minutes) : '—'}</span>
  return (
    <span className={`yy-inline yy-gap-6 yy-visit-${row.stay}`}>
      <StatusTag option={{ ...VisitStay.find(row.stay)!, label: row.stay === 'overnight' ? '隔夜未签离' : '在院' }} />
      {durationText(row.minutes)}
    </span>
  )
}

const WARD = 2

export const visitColumns = columns(visit.calls.list, {
  visitor: {
    title: '来访人',
    width: 256,
    sort: true,
    search: {
      field: 'keyword',
      title: '老人或来访人',
      as: keyword,
      placeholder: '姓名或电话',
      width: 150,
      order: 1,
    },
    cell: (_, row) => (
      <span className="yy-inline-flex yy-gap-8">
        <b className="yy-name yy-strong">{row.visitor}</b>
        {row.people > 1 && <span className="yy-second">等 {row.people} 人</span>}
        {row.phone && (
          <span className="yy-second">
            <PhoneText phone={row.phone} />
          </span>
        )}
      </span>
    ),
  },
  oldmanName: {
    title: '探访老人',
    width: 230,
    cell: (_, row) =>
      row.oldmanId && row.oldmanName && row.sex !== null ? (
        <ResidentCell
          link
          row={{
            oldmanId: row.oldmanId,
            oldmanName: row.oldmanName,
            sex: row.sex,
            age: row.age,
            head: row.head,
            attention: row.attention,
          }}
        />
      ) : (
        <None />
      ),
  },
  relationName: { title: '关系', as: text, width: 80 },
  stay: {
    title: '停留',
    width: 200,
    cell: (_, row) => <Stay row={row} />,
    text: (_, row) =>
      row.stay ? `${VisitStay.label(row.stay)} ${durationText(row.minutes)}` : durationText(row.minutes),
  },
  inTime: { title: '来访时间', as: datetime, sort: true, search: { from: 'startDate', to: 'endDate', order: 3 } },
  outTime: { title: '离开时间', as: datetime, sort: true },
  typeName: {
    title: '来访类型',
    width: 100,
    search: { field: 'type', as: dictionaryOf('visitType'), width: 116, order: 2 },
  },
  mannerName: {
    title: '探视方式',
    as: text,
    width: 100,
    search: { field: 'manner', as: dictionaryOf('visitManner'), width: 130, order: 4 },
  },
  bedPath: {
    title: '床位',
    width: 120,
    // The room is what a visitor asks for; the whole way stands in the title.
    cell: (path) => <BedPath path={path?.split('>').slice(-WARD).join('>') ?? null} />,
    text: (path) => bedPathText(path),
  },
  temperature: { title: '体温（℃）', as: temperature, width: 90 },
  items: { title: '携带物品', as: longText, width: 130 },
  people: { title: '人数', width: 70, sort: true, sum: true, hidden: true },
  phone: {
    title: '电话',
    width: 160,
    hidden: true,
    cell: (phone) => (phone ? <PhoneText phone={phone} /> : <None />),
    text: (phone) => (phone ? maskedPhone(phone) : ''),
  },
  remark: { title: '备注', as: longText, width: 160, hidden: true },
  visitNo: { title: '来访编号', as: text, width: 150, sort: true, hidden: true },
  userName: { title: '登记人', as: text, width: 90, hidden: true },
})
