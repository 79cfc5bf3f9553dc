// Forms of a staff file: facts, contracts, certificates, whom somebody looks after, leaving and coming back.
import { Checkbox, Input, Select } from 'antd'
import { useState } from 'react'
import {
  type StaffCertificateData,
  type StaffChargeData,
  type StaffContractData,
  type StaffFileData,
  staffFile,
} from '#contract/administration/staffFile'
import {
  CERTIFICATE_MONTHS,
  CertificateKind,
  type CertificateKindValue,
  LeaveReason,
  type StaffChargeKindValue,
  StaffContractKind,
  StaffSkill,
} from '#contract/administration/staffWords'
import { DAY_MS, dayText } from '#contract/kit/clock'
import { options } from '#contract/kit/options'
import { StaffStatus } from '#contract/platform/staff'
import { StaffType } from '#contract/platform/user'
import { send } from '#web/kit/call'
import { department } from '#web/kit/fields/department'
import type { Field, InputProps } from '#web/kit/fields/field'
import { filesOf } from '#web/kit/fields/file'
import { idCard } from '#web/kit/fields/idCard'
import { imageOf } from '#web/kit/fields/image'
import { dictionaryOf } from '#web/kit/fields/lookup'
import { manyOf, optionField, radioOf, yesNo } from '#web/kit/fields/option'
import { useSettled } from '#web/kit/fields/settled'
import { longText, suggesting, text } from '#web/kit/fields/text'
import { editOf, type FormRequest, formOf } from '#web/kit/form/formOf'
import type { Values } from '#web/kit/form/SchemaForm'
import { useCall } from '#web/kit/query'
import { OpenWith } from './open.part.tsx'

const LEVELS = ['五级', '四级', '三级', '二级', '一级']
const RELATIONS = ['配偶', '父母', '子女', '兄弟姐妹', '朋友']
const scans = filesOf({ max: 9 })

/** A colleague who works here; the server looks within the departments of who asks. */
function PeoplePicker({ value, onChange, ...rest }: InputProps<string>) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null)
  const keyword = useSettled(typed.trim(), 200)
  const found = useCall(staffFile.calls.people, { keyword: keyword || null }, { keepPrevious: true, silent: true })
  const people = (found.data ?? []).map((one) => ({ value: one.empId, label: one.name, about: one.deptName }))
  const standing = chosen && chosen.value === value && !people.some((one) => one.value === value) ? [chosen] : []
  return (
    <Select<string>
      id={rest.id}
      disabled={rest.disabled}
      aria-label={rest['aria-label']}
      className="yy-fill"
      allowClear
      placeholder={rest.placeholder ?? '输入姓名或拼音首字母'}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      value={value ?? undefined}
      loading={found.isFetching}
      notFoundContent={found.isFetching ? '查找中…' : '没有找到这位同事'}
      options={[...standing, ...people]}
      optionRender={(option) => (
        <span className="yy-hit">
          {option.label}
          <span className="yy-none">{(option.data as { about?: string | null }).about}</span>
        </span>
      )}
      onChange={(next, option) => {
        setTyped('')
        setChosen(next && option && !Array.isArray(option) ? { value: next, label: String(option.label) } : null)
        onChange?.(next ?? null)
      }}
    />
  )
}
const colleague: Field<string> = { ...text, chooses: true, input: (props) => <PeoplePicker {...props} /> }

/** Leaving is an act of its own. */
const StandingStatus = options('StandingStatus', '在职状态', [
  [1, 'employed', ['在职', 'green']],
  [2, 'probation', ['试用', 'teal']],
  [4, 'suspended', ['停职', 'red']],
  [5, 'rehired', ['退休返聘', 'blue']],
])
const BackStatus = options('BackStatus', '复职后状态', [
  [1, 'employed', ['在职', 'green']],
  [2, 'probation', ['试用', 'teal']],
  [5, 'rehired', ['退休返聘', 'blue']],
])

const valuesOf = (row: StaffFileData) => ({
  status: row.status,
  empKey: row.empKey,
  empType: row.empType,
  empTitle: row.empTitle,
  nursingLevel: row.nursingLevel,
  workingPicture: row.workingPicture,
  intro: row.intro,
  idNo: row.idNo,
  birthday: row.birthday,
  education: row.education,
  nativePlace: row.nativePlace,
  address: row.address,
  contactName: row.contactName,
  contactPhone: row.contactPhone,
  contactRelation: row.contactRelation,
  hireDate: row.hireDate,
  probationEnd: row.probationEnd,
  skills: row.skills.length > 0 ? row.skills : null,
  noNightFrom: row.noNightFrom,
  noNightTo: row.noNightTo,
  noNightReason: row.noNightReason,
  remark: row.remark,
})

export function editForm(row: StaffFileData): FormRequest {
  const left = row.status === StaffStatus.is.left
  return editOf(staffFile.calls.save, row, {
    title: '编辑员工档案',
    verb: '保存档案',
    about: row.empName,
    width: 960,
    columns: 3,
    fields: {
      ...(!left && {
        status: {
          as: optionField(StandingStatus) as never,
          title: '在职状态',
          hint: '改为停职后账号不能登录；离职请用“办理离职”',
        },
      }),
      empKey: { title: '工号' },
      empType: { as: optionField(StaffType), title: '人员类别', hint: '决定出现在哪些名单里' },
      empTitle: { title: '职称' },
      nursingLevel: { as: suggesting(LEVELS), title: '护理员等级', when: (values) => values.empType === 'nursing' },
      hireDate: {},
      probationEnd: {},
      skills: { as: manyOf(StaffSkill) as never, title: '技能' },
      workingPicture: { as: imageOf({ route: 3 }), title: '照片' },
      idNo: { as: idCard, title: '身份证号' },
      birthday: { hint: '填身份证号后自动带出' },
      education: { as: dictionaryOf('education'), title: '学历' },
      nativePlace: { placeholder: '如：江苏南通' },
      contactName: {},
      contactPhone: {},
      contactRelation: { as: suggesting(RELATIONS), title: '与本人关系' },
      address: { wide: true },
      noNightFrom: { title: '不排夜班从', hint: '怀孕满七个月、哺乳期等' },
      noNightTo: { title: '不排夜班至' },
      noNightReason: { title: '不排夜班原因', placeholder: '如：哺乳期' },
      intro: { as: longText, wide: true, title: '简介' },
      remark: { as: longText, wide: true, title: '备注' },
    },
    follow: (changed) => {
      const card = changed.idNo as string | null | undefined
      return card && /^\d{17}[\dX]$/.test(card)
        ? { birthday: `${card.slice(6, 10)}-${card.slice(10, 12)}-${card.slice(12, 14)}` }
        : undefined
    },
    values: valuesOf,
    also: (now) => ({ empId: now.empId, version: now.version }),
    again: () => send(staffFile.calls.get, { empId: row.empId }),
    done: '档案已保存',
  })
}

const contractFields = {
  kind: { as: StaffContractKind, title: '合同类型' },
  number: { title: '合同编号' },
  startDate: {},
  endDate: { when: (values: Values) => values.kind !== StaffContractKind.is.OPEN },
  files: { as: scans, title: '合同扫描件', wide: true },
  remark: { as: longText, wide: true, title: '备注' },
} as const

const dayAfter = (day: string) => dayText(Date.parse(`${day}T00:00:00+08:00`) + DAY_MS)

export function addContractForm(row: StaffFileData): FormRequest {
  const last = row.contracts[0]
  return formOf(staffFile.calls.addContract, {
    title: last ? '续签合同' : '新增合同',
    verb: last ? '登记续签' : '登记合同',
    about: row.empName,
    also: { empId: row.empId },
    draft: `staffContract:${row.empId}`,
    initial: {
      kind: last?.kind ?? StaffContractKind.is.FIXED,
      startDate: last?.endDate ? dayAfter(last.endDate) : (row.hireDate ?? dayText()),
    },
    fields: contractFields as never,
    done: '合同已登记',
  })
}

export function editContractForm(row: StaffFileData, contract: StaffContractData): FormRequest {
  const find = (now: StaffFileData) =>
    now.contracts.find((one) => one.staffContractId === contract.staffContractId) ?? contract
  return editOf(staffFile.calls.saveContract, contract, {
    title: '修改合同',
    verb: '保存修改',
    about: row.empName,
    fields: contractFields as never,
    values: (one) => ({
      kind: one.kind,
      number: one.number,
      startDate: one.startDate,
      endDate: one.endDate,
      files: one.files.length > 0 ? one.files : null,
      remark: one.remark,
    }),
    also: (one) => ({ staffContractId: one.staffContractId, version: one.version }),
    again: async () => find(await send(staffFile.calls.get, { empId: row.empId })),
    done: '合同已修改',
  })
}

/** The last day of a certificate that holds so many months. */
export function validTo(kind: CertificateKindValue, issuedOn: string): string | null {
  const months = CERTIFICATE_MONTHS[kind]
  if (months === null) return null
  const [year, month, day] = issuedOn.split('-').map(Number) as [number, number, number]
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last)) - DAY_MS).toISOString().slice(0, 10)
}

const certificateFields = {
  kind: { as: CertificateKind, title: '证书类型' },
  number: { title: '证书编号' },
  issuedOn: { hint: '填好后按证书类型推算有效期' },
  validTo: { hint: '长期有效的不填' },
  level: { as: suggesting(LEVELS), title: '等级', placeholder: '如：三级/高级工' },
  issuer: { title: '发证机构' },
  files: { as: scans, title: '证书扫描件', wide: true },
  remark: { as: longText, wide: true, title: '备注' },
} as const

const proposeExpiry = (changed: Values, all: Values): Values | undefined => {
  if (!('kind' in changed) && !('issuedOn' in changed)) return undefined
  const { kind, issuedOn } = all as { kind?: CertificateKindValue; issuedOn?: string | null }
  return kind && issuedOn ? { validTo: validTo(kind, issuedOn) } : undefined
}

export const addCertificateForm = (row: StaffFileData, kind: CertificateKindValue = CertificateKind.is.HEALTH) =>
  formOf(staffFile.calls.addCertificate, {
    title: '新增证书',
    verb: '登记证书',
    about: row.empName,
    also: { empId: row.empId },
    draft: `staffCertificate:${row.empId}`,
    initial: { kind },
    fields: certificateFields as never,
    follow: proposeExpiry,
    done: '证书已登记',
  })

export function editCertificateForm(row: StaffFileData, certificate: StaffCertificateData): FormRequest {
  const find = (now: StaffFileData) =>
    now.certificates.find((one) => one.certificateId === certificate.certificateId) ?? certificate
  return editOf(staffFile.calls.saveCertificate, certificate, {
    title: '修改证书',
    verb: '保存修改',
    about: row.empName,
    fields: certificateFields as never,
    follow: proposeExpiry,
    values: (one) => ({
      kind: one.kind,
      number: one.number,
      level: one.level,
      issuer: one.issuer,
      issuedOn: one.issuedOn,
      validTo: one.validTo,
      files: one.files.length > 0 ? one.files : null,
      remark: one.remark,
    }),
    also: (one) => ({ certificateId: one.certificateId, version: one.version }),
    again: async () => find(await send(staffFile.calls.get, { empId: row.empId })),
    done: '证书已修改',
  })
}

interface ChoicesProps extends InputProps<string[]> {
  kind: StaffChargeKindValue
  /** Whose they will be. */
  empId: string
}

/** Several at once, with whoever has them now; what is chosen stays while something else is looked for. */
function ChargeChoices({ kind, empId, value, onChange, disabled }: ChoicesProps) {
  const [typed, setTyped] = useState('')
  const [deptId, setDept] = useState<string | null>(null)
  const [free, setFree] = useState(true)
  const keyword = useSettled(typed.trim(), 200)
  const found = useCall(
    staffFile.calls.chargeChoices,
    { kind, keyword: keyword || null, deptId, free: free || null },
    { keepPrevious: true, silent: true },
  )
  const chosen = new Set(value ?? [])
  const rows = (found.data ?? []).filter((one) => one.carerId !== empId)
  const put = (next: Set<string>) => onChange?.(next.size === 0 ? null : [...next])
  const turn = (key: string) => {
    const next = new Set(chosen)
    if (!next.delete(key)) next.add(key)
    put(next)
  }
  const all = rows.length > 0 && rows.every((one) => chosen.has(one.key))
  return (
    <div className="yy-stack yy-gap-8">
      <div className="yy-row yy-gap-8 yy-wrap">
        <Input
          className="yy-staff-find"
          aria-label={kind === 'ELDER' ? '查找老人' : '查找床位'}
          placeholder={kind === 'ELDER' ? '姓名、拼音或床位' : '床位或老人姓名'}
          allowClear
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <span className="yy-staff-dept">
          {department.search({ value: deptId, onChange: setDept, 'aria-label': '部门', placeholder: '全部部门' })}
        </span>
        <Checkbox checked={free} onChange={(event) => setFree(event.target.checked)}>
          只看无人负责的
        </Checkbox>
        <span className="yy-push yy-second">已选 {chosen.size}</span>
      </div>
      <div className="yy-staff-choices yy-edge yy-round yy-scroll">
        <Checkbox
          className="yy-pad-8-12 yy-under yy-wide"
          disabled={disabled || rows.length === 0}
          checked={all}
          indeterminate={!all && rows.some((one) => chosen.has(one.key))}
          onChange={() => {
            const next = new Set(chosen)
            for (const one of rows) {
              if (all) next.delete(one.key)
              else next.add(one.key)
            }
            put(next)
          }}
        >
          全选这 {rows.length} {kind === 'ELDER' ? '位' : '张'}
        </Checkbox>
        {rows.map((one) => (
          <Checkbox
            key={one.key}
            className="yy-staff-choice yy-pad-8-12 yy-wide"
            disabled={disabled}
            checked={chosen.has(one.key)}
            onChange={() => turn(one.key)}
          >
            <span className="yy-strong">{one.name}</span>
            <span className="yy-second yy-beside-6">{[one.place, one.deptName].filter(Boolean).join('　')}</span>
            {one.carerName && <span className="yy-amber yy-beside-6">现由{one.carerName}负责</span>}
          </Checkbox>
        ))}
        {found.data && rows.length === 0 && (
          <p className="yy-second yy-pad-12 yy-no-margin">
            {free ? '没有无人负责的了，可取消勾选“只看无人负责的”' : '没有找到'}
          </p>
        )}
      </div>
    </div>
  )
}

const choicesField = (kind: StaffChargeKindValue, empId: string): Field<string[]> => ({
  ...(text as unknown as Field<string[]>),
  untitled: true,
  chooses: true,
  text: (keys) => `${(keys ?? []).length} 个`,
  input: (props) => <ChargeChoices {...props} kind={kind} empId={empId} />,
})

export function chargeForm(row: StaffFileData, kind: StaffChargeKindValue): FormRequest {
  const field = kind === 'ELDER' ? 'oldmanIds' : 'bedIds'
  return formOf(staffFile.calls.charge, {
    title: kind === 'ELDER' ? '分配老人' : '分配床位',
    verb: '分配',
    anyway: '改由此人负责',
    about: row.empName,
    width: 720,
    columns: 1,
    draft: false,
    also: { empId: row.empId },
    initial: { fromDay: dayText() },
    fields: {
      fromDay: { title: '从哪天起负责' },
      [field]: {
        as: choicesField(kind, row.empId) as never,
        title: kind === 'ELDER' ? '老人' : '床位',
        check: (keys: string[] | null | undefined) =>
          keys?.length ? null : kind === 'ELDER' ? '请选择老人' : '请选择床位',
      },
    } as never,
    done: '已分配',
  })
}

export const endChargeForm = (row: StaffFileData, charges: readonly StaffChargeData[]): FormRequest =>
  formOf(staffFile.calls.endCharge, {
    title: '结束照护分工',
    verb: '结束分工',
    about: row.empName,
    columns: 1,
    draft: false,
    also: { staffChargeIds: charges.map((one) => one.staffChargeId) },
    initial: { lastDay: dayText() },
    head: (
      <p className="yy-second">
        {charges.map((one) => one.name).join('、')}
        。结束后没有人负责，需要另行分配；换人照护请直接在新的员工名下分配。
      </p>
    ),
    fields: { lastDay: { title: '最后一天' } },
    done: '已结束',
  })

export const leaveForm = (row: StaffFileData): FormRequest =>
  formOf(staffFile.calls.leave, {
    title: '办理离职',
    verb: '办理离职',
    about: row.empName,
    width: 720,
    danger: true,
    draft: false,
    also: { empId: row.empId, version: row.version },
    initial: { lastDay: dayText() },
    head: <OpenWith empId={row.empId} name={row.empName} />,
    fields: {
      lastDay: { title: '最后工作日' },
      reason: { as: LeaveReason, title: '离职原因' },
      successorId: { as: colleague, title: '交接人', hint: '待办、照护的老人和护理计划一次交给这位同事' },
      note: { as: longText, title: '说明', wide: true },
    },
    done: `${row.empName}已离职，账号已停用`,
  })

export const rehireForm = (row: StaffFileData): FormRequest =>
  formOf(staffFile.calls.rehire, {
    title: '办理复职',
    verb: '办理复职',
    about: row.empName,
    draft: false,
    also: { empId: row.empId, version: row.version },
    initial: { status: StaffStatus.is.employed, access: true },
    head: (
      <div className="yy-told yy-round yy-pad-8-12 yy-below-12">
        <b>复职后不会自动恢复：</b>
        <ul className="yy-no-margin">
          <li>已交给{row.handedToName ?? '同事'}的待办、老人床位和护理计划</li>
          <li>已取消的排班、已撤回的请假和换班</li>
          <li>考勤组，需要重新加入后才能排班</li>
        </ul>
      </div>
    ),
    fields: {
      status: { as: radioOf(BackStatus) as never, title: '复职后状态' },
      access: { as: yesNo, title: '恢复账号', hint: '恢复后可用原密码登录，原来的角色不变' },
      note: { as: longText, title: '复职说明', wide: true },
    },
    done: `${row.empName}已复职`,
  })
