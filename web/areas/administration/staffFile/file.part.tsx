// The file of one person: head, and tabs for facts, contracts, certificates, whom they look after, trainings and leaving.
import { Button } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { staffFile } from '#contract/administration/staffFile'
import { LeaveReason, StaffSkill } from '#contract/administration/staffWords'
import { TrainingType } from '#contract/administration/trainingWords'
import { StaffSex } from '#contract/platform/session'
import { StaffStatus } from '#contract/platform/staff'
import { StaffType } from '#contract/platform/user'
import { None } from '#web/kit/fields/none'
import type { FormRequest } from '#web/kit/form/formOf'
import { CountTabs } from '#web/kit/parts/CountTabs'
import { DetailDrawer, useShown } from '#web/kit/parts/DetailDrawer'
import { type Fact, Facts, Photo } from '#web/kit/parts/PageCard'
import { DrawerFoot } from '#web/kit/parts/SideDrawer'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { Allowed } from '#web/kit/permission'
import { useCall } from '#web/kit/query'
import { RECORD_LOG_NEEDS, RecordLog } from '#web/kit/record/RecordLog'
import { ChargesPart, holds } from './charges.part.tsx'
import { StatusOf } from './columns.tsx'
import { editForm } from './factsForm.tsx'
import { leaveForm, rehireForm } from './leaveForms.tsx'
import { OpenWith } from './open.part.tsx'
import { CertificatesPart, ContractsPart } from './papers.part.tsx'
import { Nothing, PartHead, type PartProps } from './pieces.part.tsx'
import { printFile } from './print.part.tsx'
import './staffFile.css'

export type FileTab = 'facts' | 'contracts' | 'certificates' | 'charges' | 'trainings' | 'leaving'
const TABS: readonly FileTab[] = ['facts', 'contracts', 'certificates', 'charges', 'trainings', 'leaving']
export const tabOf = (asked: string | undefined): FileTab => TABS.find((one) => one === asked) ?? 'facts'

function FactsPart(props: PartProps) {
  const { row } = props
  const night =
    row.noNightFrom && `${row.noNightFrom} 至 ${row.noNightTo}${row.noNightReason ? `，${row.noNightReason}` : ''}`
  const personal: Fact[] = [
    { label: '性别', value: StaffSex.label(row.sex) },
    { label: '出生日期', value: row.birthday },
    { label: '身份证号', value: row.idNo },
    { label: '手机号', value: row.phoneNum },
    { label: '学历', value: row.educationName },
    { label: '籍贯', value: row.nativePlace },
    { label: '住址', value: row.address, wide: true },
    { label: '紧急联系人', value: row.contactName },
    { label: '与本人关系', value: row.contactRelation },
    { label: '联系人电话', value: row.contactPhone },
  ]
  const work: Fact[] = [
    { label: '工号', value: row.empKey },
    { label: '账号', value: row.userName },
    { label: '人员类别', value: row.empType && StaffType.label(row.empType) },
    { label: '部门', value: row.deptName },
    { label: '岗位', value: row.jobName },
    { label: '职称', value: row.empTitle },
    { label: '护理员等级', value: row.nursingLevel },
    { label: '入职日期', value: row.hireDate },
    { label: '试用期至', value: row.probationEnd },
    {
      label: '技能',
      value: row.skills.length > 0 ? row.skills.map((one) => StaffSkill.label(one)).join('、') : null,
      wide: true,
    },
    { label: '不排夜班', value: night, wide: true },
    { label: '简介', value: row.intro, wide: true },
    { label: '备注', value: row.remark, wide: true },
  ]
  return (
    <div className="yy-stack yy-gap-16">
      <section>
        <PartHead title="工作" />
        <Facts facts={work} columns={3} />
      </section>
      <section>
        <PartHead title="个人" />
        <Facts facts={personal} columns={3} />
      </section>
      <Allowed needs={RECORD_LOG_NEEDS}>
        <section>
          <PartHead title="操作记录" />
          <RecordLog type="account" id={row.empId} />
        </section>
      </Allowed>
    </div>
  )
}

function TrainingsPart({ row }: PartProps) {
  const short = row.hoursDue !== null && row.hours < row.hoursDue
  return (
    <section>
      <PartHead
        title={`本年学时 ${row.hours}`}
        note={
          row.hoursDue === null ? (
            '这类人员没有规定学时'
          ) : (
            <span className={short ? 'yy-amber' : 'yy-good'}>
              应修 {row.hoursDue} 学时
              {short ? `，还差 ${Math.round((row.hoursDue - row.hours) * 10) / 10}` : '，已修满'}
            </span>
          )
        }
      />
      {row.trainings.length === 0 ? (
        <Nothing>本年还没有培训</Nothing>
      ) : (
        <table className="yy-plain-table yy-lined yy-staff-table">
          <thead>
            <tr className="yy-second">
              <th>时间</th>
              <th>培训</th>
              <th>类型</th>
              <th>签到</th>
              <th className="yy-right">成绩</th>
              <th className="yy-right">计入学时</th>
            </tr>
          </thead>
          <tbody>
            {row.trainings.map((one) => (
              <tr key={one.trainingId}>
                <td className="yy-one-line">{one.startAt.slice(0, 16)}</td>
                <td>{one.title}</td>
                <td>{TrainingType.label(one.type as never)}</td>
                <td>{one.signed ? '已签到' : <span className="yy-second">未签到</span>}</td>
                <td className="yy-right">
                  {one.score ?? <None />}
                  {one.passed === false && <span className="yy-red"> 不合格</span>}
                </td>
                <td className="yy-right">{one.credited ? one.hours : 0}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function LeavingPart({ row, onForm }: PartProps) {
  if (row.status === StaffStatus.is.left) {
    return (
      <section>
        <PartHead title="已离职">
          {onForm && row.can.includes('rehire') && (
            <Button type="primary" onClick={() => onForm(rehireForm(row))}>
              办理复职
            </Button>
          )}
        </PartHead>
        <Facts
          facts={[
            { label: '最后工作日', value: row.leftOn },
            { label: '离职原因', value: row.leftReason && LeaveReason.label(row.leftReason) },
            { label: '交接人', value: row.handedToName },
            { label: '说明', value: row.leftNote, wide: true },
          ]}
        />
      </section>
    )
  }
  if (!onForm || !row.can.includes('leave')) return <Nothing>在职</Nothing>
  return (
    <section>
      <PartHead title="离职" note="待办、照护分工一次交给接手的同事，排班取消，账号停用">
        <Button danger onClick={() => onForm(leaveForm(row))}>
          办理离职
        </Button>
      </PartHead>
      <OpenWith empId={row.empId} name={row.empName} />
    </section>
  )
}

const PARTS: Readonly<Record<FileTab, (props: PartProps) => ReactNode>> = {
  facts: FactsPart,
  contracts: ContractsPart,
  certificates: CertificatesPart,
  charges: ChargesPart,
  trainings: TrainingsPart,
  leaving: LeavingPart,
}

export function FileBody({ row, tab, onTab, onForm }: PartProps & { tab: FileTab; onTab(tab: FileTab): void }) {
  const Part = PARTS[tab]
  const current = row.certificates.filter((one) => !one.replaced)
  const own = onForm === undefined
  return (
    <div className="yy-stack yy-gap-12">
      <header className="yy-row yy-gap-16">
        <Photo url={row.workingPicture} name={row.empName} width={64} height={82} />
        <div className="yy-grow">
          <div className="yy-row yy-gap-8">
            <h3 className="yy-no-margin yy-text-18">{row.empName}</h3>
            <StatusOf status={row.status} />
            {row.expired > 0 && row.status !== StaffStatus.is.left && (
              <StatusTag family="red">{row.expired} 个证书过期</StatusTag>
            )}
          </div>
          <p className="yy-no-margin yy-soft-ink yy-above-4">
            {[row.deptName, row.jobName, row.empTitle].filter(Boolean).join(' · ') || '未分配部门'}
          </p>
          <p className="yy-no-margin yy-second yy-above-4">
            {[row.empKey && `工号 ${row.empKey}`, row.phoneNum, row.hireDate && `${row.hireDate} 入职`]
              .filter(Boolean)
              .join('　')}
          </p>
        </div>
      </header>
      <CountTabs<FileTab>
        label="员工档案"
        value={tab}
        onChange={onTab}
        tabs={[
          { value: 'facts', label: '基本资料' },
          { value: 'contracts', label: '合同', count: row.contracts.length },
          { value: 'certificates', label: '证书', count: current.length },
          { value: 'charges', label: '照护分工', count: row.chargeRows.filter(holds).length },
          { value: 'trainings', label: '培训', count: row.trainings.length },
          ...(own ? [] : [{ value: 'leaving' as const, label: '离职' }]),
        ]}
      />
      <Part row={row} onForm={onForm} />
    </div>
  )
}

interface DrawerProps {
  empId: string | null
  tab?: FileTab
  onForm(form: FormRequest): void
  onClose(): void
}

export function StaffDrawer({ empId, tab: asked = 'facts', onForm, onClose }: DrawerProps) {
  const shown = useShown(empId)
  const [tab, setTab] = useState<FileTab>(asked)
  // Another person's file begins where it was asked for.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each opening begins anew
  useEffect(() => setTab(asked), [empId, asked])
  const of = useCall(staffFile.calls.get, shown ? { empId: shown } : null, { silent: true })
  const row = of.data?.empId === shown ? of.data : undefined
  return (
    <DetailDrawer
      open={empId !== null}
      title="员工档案"
      about={row?.empName}
      width={960}
      what="员工档案"
      lines={10}
      of={{ ...of, data: row }}
      none={<p className="yy-second">没有这份档案，或不在您的数据范围内。</p>}
      asks={false}
      foot={
        row && (
          <DrawerFoot>
            <Button onClick={() => void printFile(row)}>打印档案</Button>
            {row.can.includes('save') && (
              <Button type="primary" onClick={() => onForm(editForm(row))}>
                编辑档案
              </Button>
            )}
          </DrawerFoot>
        )
      }
      onClose={onClose}
    >
      {(data) => <FileBody row={data} tab={tab} onTab={setTab} onForm={onForm} />}
    </DetailDrawer>
  )
}
