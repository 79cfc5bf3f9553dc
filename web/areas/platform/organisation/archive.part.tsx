// An institution in full: who it is, how full it is, which licences run out, what changed.
import { Button } from 'antd'
import { Pencil, Printer, Snowflake, Sun } from 'lucide-react'
import { useState } from 'react'
import { type OrgArchiveData, OrgMedical, OrgNature, OrgStar } from '#contract/platform/organisation'
import { OrgLevel, OrgStatus } from '#contract/platform/session'
import { imagesOf } from '#web/kit/fields/image'
import { optionField } from '#web/kit/fields/option'
import { type Fact, Facts, KeyFigures, PageCard } from '#web/kit/parts/PageCard'
import { NoteTag } from '#web/kit/parts/StatusTag'
import { BasicsForm } from './basics.part.tsx'
import { freeze, unfreeze } from './freeze.ts'
import { ChangeRecord } from './history.part.tsx'
import { placeOf } from './place.ts'
import { Qualifications } from './qualifications.part.tsx'
import { printOrganisation } from './sheet.part.tsx'
import './organisation.css'

const status = optionField(OrgStatus)
const pictures = imagesOf()
const share = (part: number, whole: number) => (whole === 0 ? '—' : `${((part / whole) * 100).toFixed(1)}%`)

function figuresOf({ figures, plannedBeds }: OrgArchiveData) {
  const { beds, usedBeds, freeBeds, residents, trial, reserved, staff, nursing, over80, poor, rooms } = figures
  const inHouse = residents + trial
  return [
    {
      label: '开放床位',
      value: beds,
      unit: '张',
      note: plannedBeds === null ? `${rooms} 间房` : `核定 ${plannedBeds} 张，${rooms} 间房`,
    },
    { label: '入住率', value: share(usedBeds, beds), note: `已用 ${usedBeds} 张，空闲 ${freeBeds} 张` },
    { label: '在住老人', value: inHouse, unit: '人', note: `试住 ${trial} 人，已预订 ${reserved} 人` },
    { label: '80 岁以上', value: over80, unit: '人', note: `占在住 ${share(over80, inHouse)}` },
    { label: '特困人员', value: poor, unit: '人', note: `占在住 ${share(poor, inHouse)}` },
    {
      label: '员工',
      value: staff,
      unit: '人',
      note: nursing === 0 ? '没有护理人员' : `护理 ${nursing} 人，1 : ${(inHouse / nursing).toFixed(1)}`,
    },
  ]
}

/** What needs an act, first. */
function Warning({ org }: { org: OrgArchiveData }) {
  const late = org.qualifications.filter((one) => one.state === 'expired')
  const soon = org.qualifications.filter((one) => one.state === 'in30')
  if (late.length + soon.length === 0) return null
  const words = [
    ...late.map((one) => `${one.name} 已过期 ${-(one.daysLeft ?? 0)} 天`),
    ...soon.map((one) => `${one.name} 还有 ${one.daysLeft} 天到期`),
  ]
  return (
    <div className={late.length > 0 ? 'yy-org-warning yy-flex yy-org-late' : 'yy-org-warning yy-flex'} role="note">
      <b className="yy-fixed yy-on yy-strong">证照提醒</b>
      <span>{words.join('；')}</span>
    </div>
  )
}

export function ArchiveView({ org }: { org: OrgArchiveData }) {
  const [editing, setEditing] = useState(false)
  const facts: Fact[] = [
    { label: '机构代码', value: org.orgCode },
    { label: '信用代码', value: org.licenseNo },
    { label: '备案编号', value: org.recordNo },
    { label: '法定代表人', value: org.legalPerson },
    { label: '联系人', value: [org.contactName, org.contactPhone].filter(Boolean).join('　') || null },
    { label: '值班电话', value: org.dutyPhone },
    { label: '开业日期', value: org.openedOn },
    { label: '建筑面积', value: org.floorArea === null ? null : `${org.floorArea.toLocaleString('zh-CN')} ㎡` },
    { label: '医疗服务', value: org.medical && OrgMedical.label(org.medical) },
    { label: '电子邮箱', value: org.email },
    { label: '管理员账号', value: org.userName },
    { label: '创建时间', value: org.createTime },
    { label: '地址', value: placeOf(org), wide: true },
    { label: '服务范围', value: org.services, wide: true },
    { label: '机构简介', value: org.introduction, wide: true },
    ...(org.rejectReason ? [{ label: '拒绝原因', value: org.rejectReason, wide: true }] : []),
  ]
  return (
    <div className="yy-grid yy-gap-12">
      <section className="yy-card yy-hidden">
        <div className="yy-org-title yy-row yy-wrap yy-gap-8">
          <h2>{org.orgName}</h2>
          {status.cell(org.orgStatus)}
          <NoteTag family="slate">{OrgLevel.label(org.orgLevel)}</NoteTag>
          {org.nature && <NoteTag family="slate">{OrgNature.label(org.nature)}</NoteTag>}
          {!!org.star && <NoteTag family="olive">{`等级评定 ${OrgStar.label(org.star)}`}</NoteTag>}
          <span className="yy-inline-flex yy-gap-8 yy-push">
            {org.can.includes('freeze') && (
              <Button danger icon={<Snowflake size={15} aria-hidden />} onClick={() => void freeze(org)}>
                冻结…
              </Button>
            )}
            {org.can.includes('unfreeze') && (
              <Button icon={<Sun size={15} aria-hidden />} onClick={() => void unfreeze(org)}>
                解除冻结
              </Button>
            )}
            <Button icon={<Printer size={15} aria-hidden />} onClick={() => void printOrganisation(org)}>
              打印
            </Button>
            {org.editable && (
              <Button type="primary" icon={<Pencil size={15} aria-hidden />} onClick={() => setEditing(true)}>
                编辑资料
              </Button>
            )}
          </span>
        </div>
        <Warning org={org} />
      </section>
      <KeyFigures figures={figuresOf(org)} />
      <div className="yy-org-columns yy-grid yy-start yy-gap-12">
        <div>
          <Qualifications org={org} />
          <PageCard title="基本资料">
            <Facts facts={facts} columns={2} />
          </PageCard>
          {org.licensePictures.length > 0 && (
            <PageCard title="入驻时提交的证照" sub={`${org.licensePictures.length} 张，点击放大`}>
              {pictures.input({ value: org.licensePictures, disabled: true })}
            </PageCard>
          )}
        </div>
        <ChangeRecord orgId={org.orgId} version={org.version} />
      </div>
      <BasicsForm org={org} open={editing} onClose={() => setEditing(false)} />
    </div>
  )
}
