// 机构基本情况表 on A4: the institution, its figures and its licences, as an inspector asks for it.
import {
  type OrgArchiveData,
  OrgMedical,
  OrgNature,
  OrgStar,
  QualificationKind,
  QualificationState,
} from '#contract/platform/organisation'
import { OrgLevel, OrgStatus } from '#contract/platform/session'
import { printSheet } from '#web/kit/print/printSheet'
import { Sheet, SheetTable } from '#web/kit/print/Sheet'
import { useSession } from '#web/kit/session'
import { placeOf } from './place.ts'

type Line = readonly [label: string, value: string | number | null]

const pairs = (lines: readonly Line[]) =>
  lines.flatMap((line, index) => (index % 2 === 0 ? [[line, lines[index + 1] ?? null] as const] : []))

function linesOf(org: OrgArchiveData): Line[] {
  const { figures } = org
  return [
    ['机构名称', org.orgName],
    ['机构类型', OrgLevel.label(org.orgLevel)],
    ['机构代码', org.orgCode],
    ['状态', OrgStatus.label(org.orgStatus)],
    ['信用代码', org.licenseNo],
    ['备案编号', org.recordNo],
    ['机构性质', org.nature && OrgNature.label(org.nature)],
    ['等级评定', org.star === null ? null : OrgStar.label(org.star)],
    ['法定代表人', org.legalPerson],
    ['开业日期', org.openedOn],
    ['联系人', org.contactName],
    ['联系电话', org.contactPhone],
    ['值班电话', org.dutyPhone],
    ['电子邮箱', org.email],
    ['建筑面积', org.floorArea === null ? null : `${org.floorArea.toLocaleString('zh-CN')} ㎡`],
    ['医疗服务', org.medical && OrgMedical.label(org.medical)],
    ['核定床位', org.plannedBeds === null ? null : `${org.plannedBeds} 张`],
    ['开放床位', `${figures.beds} 张（已用 ${figures.usedBeds} 张）`],
    ['在住老人', `${figures.residents + figures.trial} 人（试住 ${figures.trial} 人）`],
    ['80 岁以上', `${figures.over80} 人`],
    ['特困人员', `${figures.poor} 人`],
    ['员工', `${figures.staff} 人（护理 ${figures.nursing} 人）`],
    ['地址', placeOf(org)],
  ]
}

export async function printOrganisation(org: OrgArchiveData): Promise<void> {
  const who = useSession.getState().user?.empInfo.empName ?? ''
  await printSheet({
    title: `机构基本情况表-${org.orgName}`,
    paper: 'A4',
    render: () => (
      <Sheet
        org={org.orgName}
        contact={org.contactPhone}
        title="机构基本情况表"
        signatures={[{ label: '填表人', name: who }, { label: '负责人' }, { label: '机构（章）' }]}
      >
        <table className="grid">
          <colgroup>
            <col style={{ width: '15%' }} />
            <col style={{ width: '35%' }} />
            <col style={{ width: '15%' }} />
            <col style={{ width: '35%' }} />
          </colgroup>
          <tbody>
            {pairs(linesOf(org)).map(([first, second]) => (
              <tr key={first[0]}>
                <th>{first[0]}</th>
                <td colSpan={second ? 1 : 3}>{first[1]}</td>
                {second && (
                  <>
                    <th>{second[0]}</th>
                    <td>{second[1]}</td>
                  </>
                )}
              </tr>
            ))}
            <tr>
              <th>服务范围</th>
              <td colSpan={3}>{org.services}</td>
            </tr>
            <tr>
              <th>机构简介</th>
              <td colSpan={3}>{org.introduction}</td>
            </tr>
          </tbody>
        </table>
        <SheetTable
          rows={org.qualifications}
          columns={[
            { key: 'no', title: '序', align: 'center', width: 5, text: (_row, index) => index + 1 },
            { key: 'kind', title: '证照类别', width: 18, text: (row) => QualificationKind.label(row.kind) },
            { key: 'name', title: '证照名称', text: (row) => row.name },
            { key: 'number', title: '编号', width: 20, text: (row) => row.number },
            { key: 'to', title: '有效期至', width: 13, whole: true, text: (row) => row.validTo ?? '长期' },
            { key: 'state', title: '状态', width: 13, text: (row) => QualificationState.label(row.state) },
          ]}
        />
      </Sheet>
    ),
  })
}
