// The file of one person: head, and tabs for facts, contracts, certificates, whom they look after, trainings and leaving.
import { Button } from 'antd'
import { Paperclip, Pencil, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import {
  type StaffCertificateData,
  type StaffChargeData,
  type StaffFileData,
  staffFile,
} from '#contract/administration/staffFile'
import {
  CertificateKind,
  LeaveReason,
  StaffChargeKind,
  StaffContractKind,
  StaffSkill,
} from '#contract/administration/staffWords'
import { TrainingType } from '#contract/administration/trainingWords'
import { dayText } from '#contract/kit/clock'
import { StaffSex } from '#contract/platform/session'
import { StaffStatus } from '#contract/platform/staff'
import { StaffType } from '#contract/platform/user'
import { archivePath } from '#web/areas/live/public'
import { None } from '#web/kit/fields/none'
import { nameOfUrl } from '#web/kit/fields/uploading'
import type { FormRequest } from '#web/kit/form/formOf'
import { openPage } from '#web/kit/open'
import { CountTabs } from '#web/kit/parts/CountTabs'
import { confirmCall } from '#web/kit/parts/confirmCall'
import { DetailDrawer, useShown } from '#web/kit/parts/DetailDrawer'
import { type Fact, Facts, Photo } from '#web/kit/parts/PageCard'
import { DrawerFoot } from '#web/kit/parts/SideDrawer'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { Allowed } from '#web/kit/permission'
import { useCall } from '#web/kit/query'
import { RECORD_LOG_NEEDS, RecordLog } from '#web/kit/record/RecordLog'
import { DueDay, StatusOf } from './columns.tsx'
import {
  addCertificateForm,
  addContractForm,
  chargeForm,
  editCertificateForm,
  editContractForm,
  editForm,
  endChargeForm,
  leaveForm,
  rehireForm,
} from './forms.tsx'
import { OpenWith } from './open.part.tsx'
import { printFile } from './print.part.tsx'
import './staffFile.css'

export type FileTab = 'facts' | 'contracts' | 'certificates' | 'charges' | 'trainings' | 'leaving'
const TABS: readonly FileTab[] = ['facts', 'contracts', 'certificates', 'charges', 'trainings', 'leaving']
export const tabOf = (asked: string | undefined): FileTab => TABS.find((one) => one === asked) ?? 'facts'

interface PartProps {
  row: StaffFileData
  /** Absent: only read. */
  onForm: ((form: FormRequest) => void) | undefined
}

const maySave = ({ row, onForm }: PartProps) => onForm !== undefined && row.can.includes('save')

function Scans({ urls }: { urls: readonly string[] }) {
  if (urls.length === 0) return <None />
  return (
    <span className="yy-stack yy-gap-2">
      {urls.map((url) => (
        <a
          key={url}
          className="yy-row yy-gap-4 yy-staff-scan"
          href={url}
          target="_blank"
          rel="noreferrer"
          title={nameOfUrl(url)}
        >
          <Paperclip size={13} aria-hidden className="yy-fixed" />
          <span className="yy-ellipsis">{nameOfUrl(url)}</span>
        </a>
      ))}
    </span>
  )
}

function PartHead({ title, note, children }: { title: string; note?: ReactNode; children?: ReactNode }) {
  return (
    <div className="yy-row yy-gap-12 yy-below-8">
      <h4 className="yy-heading">{title}</h4>
      {note !== undefined && <span className="yy-second yy-small">{note}</span>}
      <span className="yy-push yy-row yy-gap-8">{children}</span>
    </div>
  )
}

const Nothing = ({ children }: { children: ReactNode }) => (
  <p className="yy-second yy-staff-nothing yy-center-text">{children}</p>
)

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

/** Small acts at the end of a line; each says what it acts on. */
function LineActs({ what, onEdit, onRemove }: { what: string; onEdit(): void; onRemove(): void }) {
  return (
    <span className="yy-row yy-gap-4 yy-ends">
      <Button
        size="small"
        type="text"
        aria-label={`修改${what}`}
        icon={<Pencil size={15} aria-hidden />}
        onClick={onEdit}
      />
      <Button
        size="small"
        type="text"
        danger
        aria-label={`删除${what}`}
        icon={<Trash2 size={15} aria-hidden />}
        onClick={onRemove}
      />
    </span>
  )
}

function ContractsPart(props: PartProps) {
  const { row, onForm } = props
  const may = maySave(props)
  const left = row.status === StaffStatus.is.left
  return (
    <section>
      <PartHead title="劳动合同" note="同一时间只有一份合同">
        {may && !left && (
          <Button icon={<Plus size={15} aria-hidden />} onClick={() => onForm!(addContractForm(row))}>
            {row.contracts.length > 0 ? '续签合同' : '新增合同'}
          </Button>
        )}
      </PartHead>
      {row.contracts.length === 0 && <Nothing>还没有登记合同</Nothing>}
      {row.contracts.length > 0 && (
        <table className="yy-plain-table yy-lined yy-staff-table">
          <thead>
            <tr className="yy-second">
              <th>类型</th>
              <th>编号</th>
              <th>开始</th>
              <th>结束</th>
              <th>扫描件</th>
              <th>备注</th>
              {may && <th aria-label="操作" />}
            </tr>
          </thead>
          <tbody>
            {row.contracts.map((one, at) => (
              <tr key={one.staffContractId}>
                <td>
                  <StatusTag option={StaffContractKind.find(one.kind)!} />
                </td>
                <td>{one.number ?? <None />}</td>
                <td className="yy-one-line">{one.startDate}</td>
                <td>{one.endDate === null ? '无固定期限' : <DueDay day={one.endDate} quiet={left || at > 0} />}</td>
                <td>
                  <Scans urls={one.files} />
                </td>
                <td>{one.remark ?? <None />}</td>
                {may && (
                  <td>
                    <LineActs
                      what={`${one.startDate} 起的合同`}
                      onEdit={() => onForm!(editContractForm(row, one))}
                      onRemove={() =>
                        void confirmCall(staffFile.calls.removeContract, {
                          title: `删除${row.empName} ${one.startDate} 起的合同？`,
                          effects: ['扫描件一起删除，不能恢复', '只在登记错时删除；到期的合同请留着'],
                          verb: '删除合同',
                          safe: '不删除',
                          danger: true,
                          input: { staffContractId: one.staffContractId },
                          done: '合同已删除',
                        })
                      }
                    />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function CertificatesPart(props: PartProps) {
  const { row, onForm } = props
  const may = maySave(props)
  const left = row.status === StaffStatus.is.left
  const renew = (one: StaffCertificateData) => onForm!(addCertificateForm(row, one.kind))
  return (
    <section>
      <PartHead title="证书" note="到期前 60、30、7 天提醒">
        {may && (
          <Button icon={<Plus size={15} aria-hidden />} onClick={() => onForm!(addCertificateForm(row))}>
            新增证书
          </Button>
        )}
      </PartHead>
      {row.certificates.length === 0 && <Nothing>还没有登记证书</Nothing>}
      {row.certificates.length > 0 && (
        <table className="yy-plain-table yy-lined yy-staff-table">
          <thead>
            <tr className="yy-second">
              <th>证书</th>
              <th>编号</th>
              <th>发证机构</th>
              <th>发证日期</th>
              <th>有效期至</th>
              <th>扫描件</th>
              {may && <th aria-label="操作" />}
            </tr>
          </thead>
          <tbody>
            {row.certificates.map((one) => (
              <tr key={one.certificateId} className={one.replaced ? 'yy-second' : undefined}>
                <td>
                  <StatusTag option={CertificateKind.find(one.kind)!} />
                  {one.level && <div className="yy-small">{one.level}</div>}
                </td>
                <td className="yy-breaks">{one.number ?? <None />}</td>
                <td>{one.issuer ?? <None />}</td>
                <td className="yy-one-line">{one.issuedOn ?? <None />}</td>
                <td>
                  {one.validTo === null ? '长期有效' : <DueDay day={one.validTo} quiet={left || one.replaced} />}
                  {one.replaced && <div className="yy-small">已换新证</div>}
                  {may && !left && !one.replaced && one.validTo !== null && one.validTo < dayText() && (
                    <button type="button" className="yy-link yy-block" onClick={() => renew(one)}>
                      登记新证
                    </button>
                  )}
                </td>
                <td>
                  <Scans urls={one.files} />
                </td>
                {may && (
                  <td>
                    <LineActs
                      what={CertificateKind.label(one.kind)}
                      onEdit={() => onForm!(editCertificateForm(row, one))}
                      onRemove={() =>
                        void confirmCall(staffFile.calls.removeCertificate, {
                          title: `删除${row.empName}的${CertificateKind.label(one.kind)}？`,
                          effects: ['扫描件一起删除，不能恢复', '换了新证不用删旧证，登记新证即可'],
                          verb: '删除证书',
                          safe: '不删除',
                          danger: true,
                          input: { certificateId: one.certificateId },
                          done: '证书已删除',
                        })
                      }
                    />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

const holds = (one: StaffChargeData) => one.lastDay === null || one.lastDay >= dayText()

function ChargesPart({ row, onForm }: PartProps) {
  const may = onForm !== undefined && row.can.includes('charge')
  const now = row.chargeRows.filter(holds)
  const past = row.chargeRows.filter((one) => !holds(one))
  const lines = (charges: readonly StaffChargeData[], acts: boolean) => (
    <table className="yy-plain-table yy-lined yy-staff-table">
      <thead>
        <tr className="yy-second">
          <th>对象</th>
          <th>床位</th>
          <th>从</th>
          <th>到</th>
          {acts && <th aria-label="操作" />}
        </tr>
      </thead>
      <tbody>
        {charges.map((one) => (
          <tr key={one.staffChargeId}>
            <td>
              <StatusTag option={StaffChargeKind.find(one.kind)!} />{' '}
              {one.oldmanId ? (
                <button type="button" className="yy-link" onClick={() => openPage(archivePath(one.oldmanId!))}>
                  {one.name}
                </button>
              ) : (
                one.name
              )}
            </td>
            <td>{one.place ?? <None />}</td>
            <td className="yy-one-line">{one.fromDay}</td>
            <td className="yy-one-line">{one.lastDay ?? '至今'}</td>
            {acts && (
              <td className="yy-right">
                <button type="button" className="yy-link" onClick={() => onForm!(endChargeForm(row, [one]))}>
                  结束
                </button>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
  return (
    <div className="yy-stack yy-gap-16">
      <section>
        <PartHead title={`正在照护 ${now.length}`} note="一位老人、一张床同时只由一人负责">
          {may && now.length > 1 && <Button onClick={() => onForm!(endChargeForm(row, now))}>全部结束</Button>}
          {may && (
            <>
              <Button icon={<Plus size={15} aria-hidden />} onClick={() => onForm!(chargeForm(row, 'BED'))}>
                分配床位
              </Button>
              <Button
                type="primary"
                icon={<Plus size={15} aria-hidden />}
                onClick={() => onForm!(chargeForm(row, 'ELDER'))}
              >
                分配老人
              </Button>
            </>
          )}
        </PartHead>
        {now.length === 0 ? <Nothing>没有分配照护的老人或床位</Nothing> : lines(now, may)}
      </section>
      {past.length > 0 && (
        <section>
          <PartHead title="以前照护" />
          {lines(past, false)}
        </section>
      )}
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
