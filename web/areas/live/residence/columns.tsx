// Columns of the residence list; they also feed export and print.
import { maskedPhone } from '#contract/kit/privacy'
import { residence } from '#contract/live/residence'
import { NoteFilter, ResidenceStatus, ResidentNote, ResidentSex } from '#contract/live/resident'
import { AttentionNotes, BedPath, bedPathText } from '#web/areas/live/marks.part'
import { ResidentCell } from '#web/areas/live/residentCell.part'
import { ContactCell, contactText } from '#web/areas/live/residentColumns'
import { AppliedTags } from '#web/areas/live/review/appliedTags.part'
import { amountText, shownOwed } from '#web/kit/fields/amount'
import { date } from '#web/kit/fields/date'
import { department } from '#web/kit/fields/department'
import type { Field } from '#web/kit/fields/field'
import { lookupOf } from '#web/kit/fields/lookup'
import { owed } from '#web/kit/fields/money'
import { None } from '#web/kit/fields/none'
import { int } from '#web/kit/fields/number'
import { yesNo } from '#web/kit/fields/option'
import { keyword, person, text } from '#web/kit/fields/text'
import { columns } from '#web/kit/list/columns'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { nearness } from './days.ts'
import './residence.css'

/** Ends that are near or past say so. */
const TRIAL_NEAR = 3
const CONTRACT_NEAR = 30

const End = ({ day, within, of }: { day: string | null; within: number; of?: string }) => {
  if (!day) return <None />
  const near = nearness(day, within)
  const what = of && <span className="yy-person-about">{of} </span>
  if (!near) {
    return (
      <>
        {what}
        {day}
      </>
    )
  }
  return (
    <>
      {what}
      <span className={`yy-near-${near.tone}`} title={day}>
        {day.slice(5)}
        <small>{near.words}</small>
      </span>
    </>
  )
}

/** 1 or 0 on the wire. */
const owes: Field<number> = {
  ...(yesNo as unknown as Field<number>),
  text: (value) => (value === 1 ? '有欠费' : value === 0 ? '无欠费' : ''),
  search: ({ value, onChange, ...rest }) =>
    yesNo.search({
      ...rest,
      value: value === null || value === undefined ? null : value === 1,
      onChange: (next) => onChange?.(next === null ? null : next ? 1 : 0),
    }),
}

const OUT = ['', '外出中', '逾期未归']

export const residenceColumns = columns(
  residence.calls.list,
  {
    oldmanName: {
      title: '老人',
      as: person,
      width: 170,
      sort: true,
      ownLink: true,
      cell: (_, row) => <ResidentCell row={row} link notes={false} />,
      search: { field: 'keyword', as: keyword, placeholder: '姓名、首字母、证件、电话', width: 230, order: 0 },
    },
    status: {
      title: '状态',
      as: ResidenceStatus,
      width: 154,
      cell: (status, row) => (
        <span className="yy-inline-flex yy-gap-6">
          <StatusTag option={ResidenceStatus.find(status)!} />
          {row.outNow > 0 && <StatusTag family={row.outNow === 2 ? 'red' : 'purple'}>{OUT[row.outNow]}</StatusTag>}
          {row.bookingLoose && <StatusTag family="amber">订金待处理</StatusTag>}
          <AppliedTags kinds={row.applied} />
        </span>
      ),
    },
    bedPath: {
      title: '床位',
      as: text,
      width: 206,
      cell: (path, row) => (
        <>
          <BedPath path={path} />
          {row.wholeRoom && <span className="yy-none"> 包房</span>}
        </>
      ),
      text: (path, row) => `${bedPathText(path)}${row.wholeRoom ? '（包房）' : ''}`,
      search: { field: 'bed', placeholder: '如 2层、203室', order: 1 },
    },
    levelName: {
      title: '护理等级',
      width: 146,
      search: { field: 'levelId', as: lookupOf('nursingLevel'), order: 2 },
    },
    attention: {
      title: '关注事项',
      as: text as never,
      width: 134,
      cell: (notes) => <AttentionNotes notes={notes} most={1} />,
      text: (notes) => notes.map((note) => ResidentNote.label(note)).join('、'),
      search: { field: 'attention', as: NoteFilter as never, order: 3 },
    },
    startDate: {
      title: '入住日期',
      as: date,
      sort: true,
      width: 110,
      cell: (day, row) =>
        day ??
        (row.expectCheckIn ? (
          <span className="yy-none" title={`预计 ${row.expectCheckIn} 入住`}>
            预计 {row.expectCheckIn.slice(5)}
          </span>
        ) : (
          <None />
        )),
      text: (day, row) => day ?? (row.expectCheckIn ? `预计 ${row.expectCheckIn}` : ''),
      search: { from: 'startFrom', to: 'startTo', order: 7 },
    },
    days: { title: '在住天数', as: int, sort: true, width: 98 },
    contractEnd: {
      title: '到期日',
      as: date,
      sort: true,
      width: 160,
      cell: (day, row) =>
        row.status === ResidenceStatus.is.trial ? (
          <End day={row.trialEnd} within={TRIAL_NEAR} of="试住" />
        ) : row.status === ResidenceStatus.is.living ? (
          <End day={day} within={CONTRACT_NEAR} of="合同" />
        ) : (
          (day ?? <None />)
        ),
      text: (day, row) =>
        row.status === ResidenceStatus.is.trial ? (row.trialEnd ? `试住 ${row.trialEnd}` : '') : (day ?? ''),
    },
    trialEnd: { title: '试住到期', as: date, sort: true, hidden: true, width: 112 },
    outNow: {
      title: '外出',
      width: 180,
      hidden: true,
      cell: (out, row) =>
        out > 0 ? (
          <span className={out === 2 ? 'yy-near-red' : undefined}>
            {OUT[out]}
            {row.planReturn && <small className="yy-person-about"> 应于 {row.planReturn.slice(5, 16)} 返</small>}
          </span>
        ) : (
          <None />
        ),
      text: (out) => OUT[out] ?? '',
      as: { ...int, align: undefined } as never,
    },
    owedFen: {
      title: '欠费（元）',
      as: owed,
      sum: true,
      width: 104,
      cell: (value, row) => (row.masked ? shownOwed.cell(null as never) : owed.cell(value)),
      text: (value, row) => (row.masked ? amountText(null) : owed.text(value)),
    },
    contactName: {
      title: '联系人',
      width: 196,
      cell: (_, row) => (
        <ContactCell contact={{ ...row, contactPhone: row.contactPhone && maskedPhone(row.contactPhone) }} />
      ),
      text: (_, row) => contactText(row),
    },
    expireDate: {
      title: '预订保留至',
      as: date,
      width: 130,
      hidden: true,
      cell: (day) => <End day={day} within={0} />,
    },
    endDate: {
      title: '退住日期',
      as: date,
      sort: true,
      hidden: true,
      search: { from: 'endFrom', to: 'endTo', order: 8 },
    },
    settleState: { title: '退住结算', width: 96, hidden: true },
    deptName: { title: '部门', width: 130, hidden: true, search: { field: 'deptId', as: department, order: 5 } },
    archiveNo: { title: '档案编号', width: 150, sort: true, hidden: true },
    roomTypeName: { title: '房型', width: 90, hidden: true },
    kind: { title: '居住类型', width: 100, hidden: true },
    phone: { title: '本人电话', width: 120, hidden: true, cell: (phone) => (phone ? maskedPhone(phone) : <None />) },
  },
  {
    sex: { title: '性别', as: ResidentSex, order: 6 },
    arrears: { title: '欠费', as: owes as never, order: 4, width: 110 },
  },
)
