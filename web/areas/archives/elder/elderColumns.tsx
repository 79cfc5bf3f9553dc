// Columns of the three archive lists; they also feed export and print.
import { InputNumber } from 'antd'
import { elder } from '#contract/archives/elder'
import { AttentionNote, ResidenceStatus, ResidentSex } from '#contract/live/resident'
import { AttentionNotes, BedPath, bedPathText } from '#web/areas/live/public'
import { date, datetime } from '#web/kit/fields/date'
import { department } from '#web/kit/fields/department'
import type { Field } from '#web/kit/fields/field'
import { lookupOf } from '#web/kit/fields/lookup'
import { None } from '#web/kit/fields/none'
import { int } from '#web/kit/fields/number'
import { keyword, person, text } from '#web/kit/fields/text'
import { columns } from '#web/kit/list/columns'
import { PersonCell } from '#web/kit/parts/PageCard'

const years = (value: string | null | undefined) => (value === null || value === undefined ? null : Number(value))
const said = (value: number | null) => (value === null ? null : String(value))

/** An age, searched between two ends. */
const age: Field<number> = {
  ...int,
  width: 70,
  cell: (value) => (value === null || value === undefined ? <None /> : value),
  range: ({ from, to, onChange, ...rest }) => (
    <span className="yy-age-range">
      <InputNumber<number>
        {...rest}
        min={0}
        max={150}
        precision={0}
        placeholder="从"
        value={years(from)}
        onChange={(next) => onChange(said(next), to ?? null)}
      />
      <i aria-hidden>至</i>
      <InputNumber<number>
        aria-label="年龄到"
        min={0}
        max={150}
        precision={0}
        placeholder="到"
        value={years(to)}
        onChange={(next) => onChange(from ?? null, said(next))}
      />
    </span>
  ),
}

export const elderColumns = columns(
  elder.calls.list,
  {
    oldmanName: {
      title: '老人',
      as: person,
      width: 150,
      sort: true,
      cell: (name, row) => <PersonCell name={name} photo={row.head} />,
      search: {
        field: 'keyword',
        as: keyword,
        placeholder: '姓名、首字母、证件、电话',
        width: 240,
        order: 0,
      },
    },
    sex: { title: '性别', as: ResidentSex, width: 60, search: { field: 'sex', order: 5 } },
    age: { title: '年龄', as: age, sort: true, search: { from: 'ageFrom', to: 'ageTo', width: 170, order: 4 } },
    status: { title: '状态', as: ResidenceStatus, search: true },
    attentionText: {
      title: '关注事项',
      as: text,
      width: 170,
      cell: (_, row) => <AttentionNotes notes={row.attention} />,
      search: { field: 'attention', as: AttentionNote as never, order: 3 },
    },
    bedPath: {
      title: '床位',
      as: text,
      width: 230,
      cell: (path) => <BedPath path={path} />,
      text: (path) => bedPathText(path),
      search: { field: 'bed', placeholder: '如 2层、203室', order: 1 },
    },
    categoryName: { title: '老人类别', width: 140 },
    deptName: { title: '部门', width: 130, search: { field: 'deptId', as: department, order: 6 } },
    checkInDate: {
      title: '入住日期',
      as: date,
      sort: true,
      search: { from: 'checkInFrom', to: 'checkInTo', order: 7 },
    },
    days: { title: '在住天数', as: int },
    idCard: { title: '身份证号', width: 180 },
    phone: { title: '电话', width: 120 },
    contactName: {
      title: '联系人',
      width: 120,
      cell: (name, row) =>
        name ? (
          <>
            {name} <span className="yy-person-about">{row.contactRelation}</span>
          </>
        ) : (
          <None />
        ),
      text: (name, row) => (name ? `${name}（${row.contactRelation ?? ''}）` : ''),
    },
    contactPhone: { title: '联系人电话', width: 120 },
    archiveNo: { title: '档案编号', width: 150, sort: true },
    birthDate: { title: '出生日期', as: date, hidden: true },
    createTime: { title: '建档时间', as: datetime, sort: true, hidden: true },
  },
  {
    category: { title: '老人类别', as: lookupOf<string>('dictionary:elderCategory'), order: 2 },
  },
)
