// A file on A4, as it is put into the cabinet: facts, contracts, certificates, trainings, with a place to sign.
import type { StaffFileData } from '#contract/administration/staffFileShape'
import { CertificateKind, LeaveReason, StaffContractKind, StaffSkill } from '#contract/administration/staffWords'
import { TrainingType } from '#contract/administration/trainingWords'
import { dayText } from '#contract/kit/clock'
import { StaffSex } from '#contract/platform/session'
import { StaffStatus } from '#contract/platform/staff'
import { StaffType } from '#contract/platform/user'
import { printSheet } from '#web/kit/print/printSheet'
import { Sheet, SheetTable } from '#web/kit/print/Sheet'
import { useSession } from '#web/kit/session'

const CSS = `
.file-photo { float: right; width: 25mm; height: 33mm; margin: 0 0 2mm 4mm; border: 0.25mm solid #000; object-fit: cover }
h2 { margin: 4mm 0 1mm; font-size: 11.5pt; break-after: avoid }
`

const day = (text: string | null) => text ?? '—'

function Paper({ row, org, who }: { row: StaffFileData; org: string; who: string }) {
  const current = row.certificates.filter((one) => !one.replaced)
  const holding = row.chargeRows.filter((one) => one.lastDay === null || one.lastDay >= dayText())
  return (
    <>
      <style>{CSS}</style>
      <Sheet
        org={org}
        title="员工档案"
        sub={`${row.empName}　${StaffStatus.label(row.status)}`}
        signatures={[{ label: '打印人', name: who }, { label: '本人签字' }, { label: '审核' }]}
      >
        {row.workingPicture && <img className="file-photo" src={row.workingPicture} alt="" />}
        <dl className="facts">
          {(
            [
              ['姓名', row.empName],
              ['性别', StaffSex.label(row.sex)],
              ['工号', day(row.empKey)],
              ['部门', day(row.deptName)],
              ['岗位', day(row.jobName)],
              ['职称', day(row.empTitle)],
              ['人员类别', row.empType ? StaffType.label(row.empType) : '—'],
              ['护理员等级', day(row.nursingLevel)],
              ['入职日期', day(row.hireDate)],
              ['试用期至', day(row.probationEnd)],
              ['身份证号', day(row.idNo)],
              ['出生日期', day(row.birthday)],
              ['手机号', day(row.phoneNum)],
              ['学历', day(row.educationName)],
              ['籍贯', day(row.nativePlace)],
              ['紧急联系人', [row.contactName, row.contactRelation].filter(Boolean).join('，') || '—'],
              ['联系人电话', day(row.contactPhone)],
              ['技能', row.skills.map((one) => StaffSkill.label(one)).join('、') || '—'],
              ['住址', day(row.address)],
              ['备注', day(row.remark)],
              ...(row.leftOn
                ? ([
                    ['最后工作日', row.leftOn],
                    ['离职原因', row.leftReason ? LeaveReason.label(row.leftReason) : '—'],
                    ['交接人', day(row.handedToName)],
                  ] as const)
                : []),
            ] as const
          ).map(([label, value]) => (
            <div key={label}>
              <dt>{label}：</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <h2>劳动合同</h2>
        <SheetTable
          rows={row.contracts}
          columns={[
            { key: 'kind', title: '类型', text: (one) => StaffContractKind.label(one.kind) },
            { key: 'number', title: '编号', text: (one) => day(one.number) },
            { key: 'start', title: '开始', whole: true, text: (one) => one.startDate },
            { key: 'end', title: '结束', whole: true, text: (one) => one.endDate ?? '无固定期限' },
            { key: 'remark', title: '备注', text: (one) => one.remark ?? '' },
          ]}
        />
        <h2>证书</h2>
        <SheetTable
          rows={current}
          columns={[
            {
              key: 'kind',
              title: '证书',
              text: (one) => CertificateKind.label(one.kind) + (one.level ? `（${one.level}）` : ''),
            },
            { key: 'number', title: '编号', text: (one) => day(one.number) },
            { key: 'issuer', title: '发证机构', text: (one) => day(one.issuer) },
            { key: 'issued', title: '发证日期', whole: true, text: (one) => day(one.issuedOn) },
            { key: 'valid', title: '有效期至', whole: true, text: (one) => one.validTo ?? '长期' },
          ]}
        />
        {holding.length > 0 && (
          <>
            <h2>照护分工</h2>
            <SheetTable
              rows={holding}
              columns={[
                { key: 'name', title: '老人或床位', text: (one) => one.name },
                { key: 'place', title: '床位', text: (one) => one.place ?? '' },
                { key: 'from', title: '从', whole: true, text: (one) => one.fromDay },
                { key: 'to', title: '到', whole: true, text: (one) => one.lastDay ?? '至今' },
              ]}
            />
          </>
        )}
        <h2>
          本年培训（{row.hours} 学时{row.hoursDue === null ? '' : `，应修 ${row.hoursDue}`}）
        </h2>
        <SheetTable
          rows={row.trainings}
          columns={[
            { key: 'at', title: '时间', whole: true, text: (one) => one.startAt.slice(0, 16) },
            { key: 'title', title: '培训', width: 40, text: (one) => one.title },
            { key: 'type', title: '类型', text: (one) => TrainingType.label(one.type as never) },
            { key: 'score', title: '成绩', align: 'right', text: (one) => one.score ?? '' },
            { key: 'hours', title: '学时', align: 'right', text: (one) => (one.credited ? one.hours : 0) },
          ]}
        />
      </Sheet>
    </>
  )
}

export function printFile(row: StaffFileData): Promise<void> {
  const { user } = useSession.getState()
  const org = user?.orgInfo.orgName ?? ''
  const who = user?.empInfo.empName ?? ''
  return printSheet({
    title: `员工档案 ${row.empName}`,
    paper: 'A4',
    render: () => <Paper row={row} org={org} who={who} />,
  })
}
