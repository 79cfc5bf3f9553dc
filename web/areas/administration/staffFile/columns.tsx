// Columns of the lists of staff; they also feed search, export and print.
import { CertificateFilter, ContractFilter, SOON_DAYS, staffFile } from '#contract/administration/staffFile'
import type { StaffFileRow } from '#contract/administration/staffFileShape'
import { CertificateKind, StaffSkill } from '#contract/administration/staffWords'
import { DAY_MS, dayText } from '#contract/kit/clock'
import { StaffSex } from '#contract/platform/session'
import { StaffStatus } from '#contract/platform/staff'
import { StaffType } from '#contract/platform/user'
import { date } from '#web/kit/fields/date'
import { department } from '#web/kit/fields/department'
import { lookupOf } from '#web/kit/fields/lookup'
import { None } from '#web/kit/fields/none'
import { optionField } from '#web/kit/fields/option'
import { phone } from '#web/kit/fields/phone'
import { keyword, text } from '#web/kit/fields/text'
import { columns } from '#web/kit/list/columns'
import { PersonCell } from '#web/kit/parts/PageCard'
import { StatusTag } from '#web/kit/parts/StatusTag'

/** Red when it is over, amber when it will be soon: said in words as well. */
export function DueDay({ day, quiet = false }: { day: string | null; quiet?: boolean }) {
  if (day === null) return <None />
  const today = dayText()
  const soon = dayText(Date.now() + SOON_DAYS * DAY_MS)
  if (quiet || day > soon) return <>{day}</>
  const left = Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS)
  return day < today ? (
    <span className="yy-red yy-strong yy-one-line">{day} 过期</span>
  ) : (
    <span className="yy-amber yy-strong yy-one-line">
      {day} 剩{left}天
    </span>
  )
}

const gone = (row: Pick<StaffFileRow, 'status'>) => row.status === StaffStatus.is.left

/** 18 / 24: learned this year, and due. */
function Hours({ row }: { row: StaffFileRow }) {
  if (row.hoursDue === null) return row.hours === 0 ? <None /> : row.hours
  const short = row.hours < row.hoursDue
  return (
    <span className={short ? 'yy-amber' : 'yy-good'}>
      {row.hours} / {row.hoursDue}
    </span>
  )
}
const hoursText = (row: StaffFileRow) => (row.hoursDue === null ? String(row.hours) : `${row.hours} / ${row.hoursDue}`)
const contractText = (row: StaffFileRow) => row.contractTo ?? (row.contractOpen ? '无固定期限' : '')

const job = lookupOf('job')

const columnsOf = (call: typeof staffFile.calls.list) =>
  columns(
    call,
    {
      empName: {
        title: '姓名',
        width: 150,
        sort: true,
        search: {
          field: 'keyword',
          title: '姓名',
          as: keyword,
          placeholder: '姓名、拼音、工号或手机号',
          width: 190,
          order: 1,
        },
        cell: (name, row) => <PersonCell name={name} photo={row.workingPicture} about={StaffSex.label(row.sex)} />,
        text: (name) => name,
      },
      empKey: { title: '工号', as: text, width: 90, sort: true },
      status: { title: '状态', as: StaffStatus, width: 96 },
      deptName: { title: '部门', as: text, width: 124, search: { field: 'deptId', as: department, order: 2 } },
      jobName: { title: '岗位', as: text, width: 96, search: { field: 'jobId', as: job, order: 3 } },
      phoneNum: { title: '手机号', as: phone, width: 116 },
      hireDate: {
        title: '入职日期',
        as: date,
        width: 112,
        sort: true,
        search: { from: 'hireFrom', to: 'hireTo', order: 9 },
      },
      contractTo: {
        title: '合同到期',
        as: date,
        width: 148,
        sort: true,
        cell: (day, row) =>
          day === null && row.contractOpen ? (
            <span className="yy-second">无固定期限</span>
          ) : (
            <DueDay day={day} quiet={gone(row)} />
          ),
        text: (_, row) => contractText(row),
      },
      healthTo: {
        title: '健康证到期',
        as: date,
        width: 148,
        sort: true,
        cell: (day, row) => <DueDay day={day} quiet={gone(row)} />,
        text: (day) => day ?? '',
      },
      expired: {
        title: '过期证书',
        width: 90,
        align: 'right',
        cell: (count, row) =>
          count === 0 ? <None /> : <span className={gone(row) ? undefined : 'yy-red yy-strong'}>{count}</span>,
        text: (count) => (count === 0 ? '' : String(count)),
      },
      hours: {
        title: '本年学时',
        width: 96,
        align: 'right',
        sort: true,
        cell: (_, row) => <Hours row={row} />,
        text: (_, row) => hoursText(row),
      },
      charges: {
        title: '照护',
        width: 70,
        align: 'right',
        cell: (count) => (count === 0 ? <None /> : count),
        text: (count) => (count === 0 ? '' : String(count)),
      },
      empType: {
        title: '人员类别',
        as: StaffType,
        width: 100,
        search: { field: 'empType', as: optionField(StaffType), order: 4 },
      },
      empTitle: { title: '职称', as: text, width: 120, hidden: true },
      nursingLevel: { title: '护理员等级', as: text, width: 110, hidden: true },
      expiring: {
        title: '将到期证书',
        width: 100,
        align: 'right',
        hidden: true,
        cell: (count) => (count === 0 ? <None /> : <span className="yy-amber">{count}</span>),
        text: (count) => (count === 0 ? '' : String(count)),
      },
      leftOn: { title: '离职日期', as: date, hidden: true },
    },
    {
      certificate: { title: '证书情况', as: optionField(CertificateFilter), order: 5 },
      contract: { title: '合同情况', as: optionField(ContractFilter), order: 6 },
      certificateKind: { title: '持有证书', as: optionField(CertificateKind), order: 7 },
      skill: { title: '技能', as: optionField(StaffSkill), order: 8 },
    },
  )

export const staffColumns = columnsOf(staffFile.calls.list)
export const carerColumns = columnsOf(staffFile.calls.carers as unknown as typeof staffFile.calls.list)

export const saleColumns = columns(staffFile.calls.sales, {
  empName: {
    title: '姓名',
    width: 150,
    sort: true,
    search: {
      field: 'keyword',
      title: '姓名',
      as: keyword,
      placeholder: '姓名、拼音、工号或手机号',
      width: 190,
      order: 1,
    },
    cell: (name, row) => <PersonCell name={name} photo={row.workingPicture} about={StaffSex.label(row.sex)} />,
    text: (name) => name,
  },
  empKey: { title: '工号', as: text, width: 90 },
  status: { title: '状态', as: StaffStatus, width: 96 },
  deptName: { title: '部门', as: text, width: 120, search: { field: 'deptId', as: department, order: 2 } },
  jobName: { title: '岗位', as: text, width: 110 },
  phoneNum: { title: '手机号', as: phone, width: 120 },
  consultMonth: { title: '本月新咨询', width: 110, align: 'right', sum: true },
  consultOpen: { title: '跟进中咨询', width: 110, align: 'right', sum: true },
  followLate: {
    title: '逾期未跟进',
    width: 110,
    align: 'right',
    sum: true,
    cell: (count) => (count === 0 ? 0 : <span className="yy-red yy-strong">{count}</span>),
    text: String,
  },
  checkInMonth: { title: '本月入住', width: 100, align: 'right', sum: true },
  checkInYear: { title: '本年入住', width: 100, align: 'right', sum: true },
  residents: { title: '在住老人', width: 100, align: 'right', sum: true },
})

export const StatusOf = ({ status }: { status: StaffFileRow['status'] }) => (
  <StatusTag option={StaffStatus.find(status)!} />
)
