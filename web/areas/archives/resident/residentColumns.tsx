// Columns of the three archive lists; they also feed export and print.
import { resident } from '#contract/archives/resident'
import { NoteFilter, ResidenceStatus, ResidentSex } from '#contract/live/resident'
import {
  AttentionNotes,
  age,
  BedPath,
  bedPathText,
  ContactCell,
  contactText,
  ResidentCell,
} from '#web/areas/live/public'
import { date, datetime } from '#web/kit/fields/date'
import { department } from '#web/kit/fields/department'
import { lookupOf } from '#web/kit/fields/lookup'
import { int } from '#web/kit/fields/number'
import { keyword, person, text } from '#web/kit/fields/text'
import { columns } from '#web/kit/list/columns'

export const residentColumns = columns(
  resident.calls.list,
  {
    oldmanName: {
      title: '老人',
      as: person,
      width: 164,
      sort: true,
      cell: (_, row) => <ResidentCell row={row} notes={false} />,
      search: {
        field: 'keyword',
        as: keyword,
        placeholder: '姓名、首字母、证件、电话',
        width: 240,
        order: 0,
      },
    },
    sex: { title: '性别', as: ResidentSex, width: 60, hidden: true, search: { field: 'sex', order: 5 } },
    age: {
      title: '年龄',
      as: age,
      sort: true,
      hidden: true,
      search: { from: 'ageFrom', to: 'ageTo', width: 170, order: 4 },
    },
    status: { title: '状态', as: ResidenceStatus, search: true },
    attentionText: {
      title: '关注事项',
      as: text,
      width: 140,
      cell: (_, row) => <AttentionNotes notes={row.attention} most={1} />,
      search: { field: 'attention', as: NoteFilter as never, order: 3 },
    },
    bedPath: {
      title: '床位',
      as: text,
      width: 200,
      cell: (path) => <BedPath path={path} />,
      text: (path) => bedPathText(path),
      search: { field: 'bed', placeholder: '如 2层、203室', order: 1 },
    },
    categoryName: { title: '老人类别', width: 138 },
    deptName: { title: '部门', width: 130, search: { field: 'deptId', as: department, order: 6 } },
    checkInDate: {
      title: '入住日期',
      as: date,
      sort: true,
      search: { from: 'checkInFrom', to: 'checkInTo', order: 7 },
    },
    days: { title: '在住天数', as: int },
    idCard: { title: '身份证号', width: 162 },
    phone: { title: '电话', width: 116 },
    contactName: {
      title: '联系人',
      width: 206,
      cell: (_, row) => <ContactCell contact={row} />,
      text: (_, row) => contactText(row),
    },
    contactPhone: { title: '联系人电话', width: 120, hidden: true },
    archiveNo: { title: '档案编号', width: 150, sort: true, hidden: true },
    birthDate: { title: '出生日期', as: date, hidden: true },
    createTime: { title: '建档时间', as: datetime, sort: true, hidden: true },
  },
  {
    category: { title: '老人类别', as: lookupOf<string>('dictionary:elderCategory'), order: 2 },
  },
)
