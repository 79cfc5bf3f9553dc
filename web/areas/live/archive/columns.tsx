// Columns of the archive list; they also feed export and print.
import { Arrears, archive, CompletenessBand, GAP_BELOW } from '#contract/live/archive'
import { NoteFilter, ResidenceStatus, ResidentSex } from '#contract/live/resident'
import { AttentionNotes, BedPath, bedPathText } from '#web/areas/live/marks.part'
import { ResidentCell } from '#web/areas/live/residentCell.part'
import { age, ContactCell, contactText } from '#web/areas/live/residentColumns'
import { shownMoney, shownOwed } from '#web/kit/fields/amount'
import { date, datetime } from '#web/kit/fields/date'
import { department } from '#web/kit/fields/department'
import { lookupOf } from '#web/kit/fields/lookup'
import { owed } from '#web/kit/fields/money'
import { None } from '#web/kit/fields/none'
import { int, percent } from '#web/kit/fields/number'
import { areaAny } from '#web/kit/fields/place'
import { keyword, person, text } from '#web/kit/fields/text'
import { columns } from '#web/kit/list/columns'
import './archive.css'

/** Green when nearly everything is there, amber below, red where it is work to be done. */
export const completenessTone = (score: number) => (score >= 90 ? 'green' : score >= GAP_BELOW ? 'amber' : 'red')

const Completeness = ({ score }: { score: number }) => (
  <span className={`yy-complete yy-inline yy-gap-6 yy-complete-${completenessTone(score)}`}>
    <i aria-hidden>
      <b className="yy-block yy-tall" style={{ width: `${score}%` }} />
    </i>
    {score}%
  </span>
)

export const archiveColumns = columns(
  archive.calls.list,
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
      width: 102,
    },
    bedPath: {
      title: '床位',
      as: text,
      width: 194,
      cell: (path, row) => (
        <>
          <BedPath path={path} />
          {row.outNow > 0 && (
            <span
              className={row.outNow === 2 ? 'yy-out yy-beside-6 yy-tiny yy-out-late' : 'yy-out yy-beside-6 yy-tiny'}
              title={row.outNow === 2 ? '外出逾期未归' : '外出中'}
            >
              外
            </span>
          )}
        </>
      ),
      text: (path) => bedPathText(path),
      search: { field: 'areaId', as: areaAny, placeholder: '楼栋 / 楼层', order: 1, width: 180 },
    },
    levelName: {
      title: '护理等级',
      width: 146,
      search: { field: 'levelId', as: lookupOf('nursingLevel'), order: 2, width: 150 },
    },
    attentionText: {
      title: '关注事项',
      as: text,
      width: 134,
      cell: (_, row) => <AttentionNotes notes={row.attention} most={1} />,
      search: { field: 'attention', as: NoteFilter as never, order: 3, width: 130 },
    },
    checkInDate: {
      title: '入住日期',
      as: date,
      sort: true,
      width: 100,
      cell: (day, row) =>
        day ? (
          <span className={row.expected ? 'yy-none' : undefined} title={row.expected ? '预计入住' : undefined}>
            {day}
          </span>
        ) : (
          <None />
        ),
      text: (day, row) => (day ? (row.expected ? `预计 ${day}` : day) : ''),
      search: { from: 'checkInFrom', to: 'checkInTo', order: 10 },
    },
    days: { title: '在住天数', as: int, width: 80 },
    balanceFen: { title: '账户余额（元）', as: shownMoney, width: 122 },
    owedFen: {
      title: '欠费（元）',
      as: owed,
      sum: true,
      width: 108,
      sort: true,
      // With the balance the amount is hidden too; the mark beside the name stays.
      cell: (value, row) => (row.balanceFen === null ? shownOwed.cell(null) : owed.cell(value)),
      text: (value, row) => (row.balanceFen === null ? shownOwed.text(null) : owed.text(value)),
    },
    contactName: {
      title: '联系人',
      width: 206,
      cell: (_, row) => <ContactCell contact={row} />,
      text: (_, row) => contactText(row),
    },
    completeness: {
      title: '完整度',
      as: percent,
      align: 'left',
      width: 116,
      sort: true,
      cell: (score) => <Completeness score={score} />,
    },
    age: {
      title: '年龄',
      as: age,
      hidden: true,
      sort: true,
      search: { from: 'ageFrom', to: 'ageTo', width: 170, order: 6 },
    },
    sex: { title: '性别', as: ResidentSex, hidden: true, width: 60, search: { field: 'sex', order: 5, width: 90 } },
    categoryName: {
      title: '老人类别',
      width: 140,
      hidden: true,
      search: { field: 'category', as: lookupOf<string>('dictionary:elderCategory'), order: 7 },
    },
    deptName: { title: '部门', width: 130, hidden: true, search: { field: 'deptId', as: department, order: 8 } },
    archiveNo: { title: '档案编号', width: 150, sort: true, hidden: true },
    birthDate: { title: '出生日期', as: date, hidden: true },
    idCard: { title: '证件号码', width: 180, hidden: true },
    phone: { title: '本人电话', width: 120, hidden: true },
    contactPhone: { title: '联系人电话', width: 120, hidden: true },
    createTime: {
      title: '建档时间',
      as: datetime,
      sort: true,
      hidden: true,
      search: { from: 'createFrom', to: 'createTo', title: '建档日期', order: 12 },
    },
  },
  {
    arrears: { title: '欠费', as: Arrears as never, order: 4, width: 100 },
    bed: { title: '房间', placeholder: '如 203室', order: 9, width: 130 },
    completeness: { title: '完整度', as: CompletenessBand as never, order: 11, width: 130 },
  },
)
