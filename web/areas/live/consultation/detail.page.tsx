// One consultation: who it is for, who asked, what was agreed; the talks on the right, and what can be done next.
import { Button, Dropdown } from 'antd'
import { ChevronDown, ClipboardCheck, FileUser, PhoneCall } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ArchiveExtra, ArchiveHealth } from '#contract/live/archiveFields'
import { consultation } from '#contract/live/consultation'
import { ConsultationStatus } from '#contract/live/consultationFields'
import type { ConsultationDetailData } from '#contract/live/consultationRows'
import { ResidenceStatus, ResidentSex } from '#contract/live/resident'
import { assessForm } from '#contract/nursing/assessForm'
import { typedFacts } from '#web/areas/live/archive/facts'
import { extraFields, healthFields } from '#web/areas/live/archive/fields'
import { PhoneText } from '#web/areas/live/family/phone.part'
import { AttentionNotes } from '#web/areas/live/marks.part'
import { archivePath, ResidentPhoto } from '#web/areas/live/residentCell.part'
import { moneyText } from '#web/kit/fields/money'
import type { FormRequest } from '#web/kit/form/formOf'
import { FormHost } from '#web/kit/list/ListPage'
import { openPage, usePageParams, useTab } from '#web/kit/open'
import { Loaded } from '#web/kit/parts/Loaded'
import { type Fact, Facts, PageCard } from '#web/kit/parts/PageCard'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { Allowed, useMay } from '#web/kit/permission'
import { useCall } from '#web/kit/query'
import { onEvent } from '#web/kit/realtime'
import {
  beginAssessment,
  consultationActs,
  makeArchive,
  openAssessments,
  removeAndLeave,
  useMayAssess,
} from './acts.tsx'
import { FollowTime, residentFace } from './columns.tsx'
import { addTalk, editBase, editConsultant, editExtra, editHealth } from './forms.ts'
import { Talks } from './talks.part.tsx'
import './consultation.css'

type Open = (form: FormRequest) => void

const edits = (row: ConsultationDetailData) => row.can.includes('edit')

function Section({
  title,
  row,
  open,
  form,
  facts,
}: {
  title: string
  row: ConsultationDetailData
  open: Open
  form(row: ConsultationDetailData): FormRequest
  facts: readonly Fact[]
}) {
  return (
    <PageCard
      title={title}
      style={{ marginTop: 12 }}
      extra={
        edits(row) && (
          <button type="button" className="yy-link" aria-label={`编辑${title}`} onClick={() => open(form(row))}>
            编辑
          </button>
        )
      }
    >
      <Facts facts={facts} columns={3} />
    </PageCard>
  )
}

const baseFacts = (row: ConsultationDetailData): Fact[] => [
  { label: '身份证号', value: row.idCard },
  { label: '出生日期', value: row.birthDate },
  { label: '民族', value: row.nationName },
  { label: '老人电话', value: row.phone && <PhoneText phone={row.phone} /> },
  { label: '期望入住', value: row.expectDate },
  { label: '期望房型', value: row.roomTypeName },
  { label: '每月预算', value: row.budgetFen === null ? null : `${moneyText(row.budgetFen)} 元` },
  { label: '户籍地区', value: row.regionName },
  { label: '登记时间', value: row.createTime.slice(0, 16) },
  { label: '现住址', value: row.address, wide: true },
  { label: '备注', value: row.remark, wide: true },
]

const consultantFacts = (row: ConsultationDetailData): Fact[] => [
  { label: '姓名', value: row.consultantName },
  { label: '与老人关系', value: row.relationName },
  { label: '电话', value: <PhoneText phone={row.consultantPhone} /> },
  { label: '微信号', value: row.consultantWechat },
  { label: '住址', value: row.consultantAddress, wide: true },
]

/** What stands in the way or has happened: late, lost, become an archive. */
function Standing({ row, open }: { row: ConsultationDetailData; open: Open }) {
  if (row.status === ConsultationStatus.is.archived) {
    return (
      <p className="yy-consult-note yy-pad-8-16 yy-soft-ink yy-round-card yy-row yy-gap-8 yy-wrap yy-consult-note-done">
        <span>{row.archivedAt?.slice(0, 10)} 已建立档案，以后的内容在档案中修改。</span>
        {row.residence !== null && <StatusTag option={ResidenceStatus.find(row.residence)!} />}
        <Allowed needs="live:archive:list">
          <button type="button" className="yy-link" onClick={() => openPage(archivePath(row.oldmanId!))}>
            打开档案
          </button>
        </Allowed>
      </p>
    )
  }
  if (row.status === ConsultationStatus.is.lost) {
    return (
      <p className="yy-consult-note yy-pad-8-16 yy-soft-ink yy-round-card yy-row yy-gap-8 yy-wrap">
        <span>
          {row.lostAt?.slice(0, 10)} 登记流失：<b>{row.lossReasonName}</b>
          {row.lossRemark && `，${row.lossRemark}`}
        </span>
      </p>
    )
  }
  if (!row.overdue) return null
  return (
    <p
      className="yy-consult-note yy-pad-8-16 yy-soft-ink yy-round-card yy-row yy-gap-8 yy-wrap yy-consult-note-late"
      role="alert"
    >
      <span>
        约在 {row.nextFollowAt?.slice(0, 16)} 跟进，<b>已经逾期</b>。
      </span>
      {row.can.includes('interview') && (
        <button type="button" className="yy-link" onClick={() => open(addTalk(row))}>
          现在跟进
        </button>
      )}
    </p>
  )
}

const ASSESSMENTS = 'assessments'

function Head({ row, open }: { row: ConsultationDetailData; open: Open }) {
  const may = useMay()
  const mayAssess = useMayAssess()
  const more = consultationActs.filter(
    (act) => row.can.includes(act.move) && act.key !== 'talk' && act.key !== 'archive',
  )
  const items = [
    ...(may(assessForm.pages.list.needs) ? [{ key: ASSESSMENTS, label: '看能力评估', danger: false }] : []),
    ...more.map((act) => ({
      key: act.key,
      label: act.danger ? `${act.title}…` : act.title,
      danger: act.danger === true,
    })),
  ]
  return (
    <section className="yy-card yy-pad-16 yy-flex yy-gap-16">
      <ResidentPhoto row={residentFace(row)} width={84} height={108} />
      <div className="yy-grow">
        <div className="yy-consult-name yy-below-10 yy-gap-10 yy-wrap yy-row">
          <h2 className="yy-no-margin yy-strong">{row.oldmanName}</h2>
          <span>
            {ResidentSex.label(row.sex)}
            {row.age !== null && `　${row.age} 岁`}
          </span>
          <StatusTag option={ConsultationStatus.find(row.status)!} />
          {row.attention.length > 0 && <AttentionNotes notes={row.attention} />}
        </div>
        <Facts
          columns={3}
          facts={[
            { label: '咨询编号', value: row.consultationNo },
            { label: '咨询日期', value: row.consultDate },
            { label: '接待人', value: row.saleName },
            { label: '咨询渠道', value: row.channelName },
            { label: '入住意向', value: row.intentionName },
            {
              label: '咨询人',
              value: (
                <>
                  {row.consultantName}（{row.relationName}）<PhoneText phone={row.consultantPhone} />
                </>
              ),
            },
            { label: '下次跟进', value: <FollowTime at={row.nextFollowAt} overdue={row.overdue} /> },
            { label: '来院参观', value: row.visitedAt?.slice(0, 16) ?? '还没有' },
          ]}
        />
      </div>
      <div className="yy-consult-head-acts yy-gap-8 yy-fixed yy-stack">
        {row.can.includes('archive') && (
          <Button type="primary" icon={<FileUser size={15} aria-hidden />} onClick={() => makeArchive(row)}>
            建立档案
          </Button>
        )}
        {row.can.includes('interview') && (
          <Button icon={<PhoneCall size={15} aria-hidden />} onClick={() => open(addTalk(row))}>
            登记跟进
          </Button>
        )}
        {mayAssess(row) && (
          <Button icon={<ClipboardCheck size={15} aria-hidden />} onClick={() => beginAssessment(row)}>
            开始评估
          </Button>
        )}
        {items.length > 0 && (
          <Dropdown
            trigger={['click']}
            menu={{
              items,
              onClick: ({ key }) => {
                if (key === ASSESSMENTS) return openAssessments(row)
                const act = more.find((one) => one.key === key)
                if (act?.form) open(act.form(row))
                else if (key === 'remove') void removeAndLeave(row)
                else act?.run?.(row)
              },
            }}
          >
            <Button>
              更多 <ChevronDown size={14} aria-hidden />
            </Button>
          </Dropdown>
        )}
      </div>
    </section>
  )
}

function Whole({ row }: { row: ConsultationDetailData }) {
  const [form, setForm] = useState<FormRequest | null>(null)
  return (
    <>
      <Head row={row} open={setForm} />
      <Standing row={row} open={setForm} />
      <div className="yy-consult-columns yy-start yy-grid yy-gap-12">
        <div>
          <Section title="老人与咨询意向" row={row} open={setForm} form={editBase} facts={baseFacts(row)} />
          <Section title="咨询人" row={row} open={setForm} form={editConsultant} facts={consultantFacts(row)} />
          <Section
            title="健康信息"
            row={row}
            open={setForm}
            form={editHealth}
            facts={typedFacts(ArchiveHealth, healthFields, row.health)}
          />
          <Section
            title="扩展信息"
            row={row}
            open={setForm}
            form={editExtra}
            facts={typedFacts(ArchiveExtra, extraFields, row.extra)}
          />
        </div>
        <Talks row={row} open={setForm} />
      </div>
      <FormHost form={form} onClose={() => setForm(null)} />
    </>
  )
}

export default function ConsultationPage() {
  const { consultationId } = usePageParams<'consultationId'>()
  const { data, error, refetch } = useCall(consultation.calls.detail, consultationId ? { consultationId } : null)
  const name = data?.oldmanName
  const { setTitle } = useTab()
  useEffect(() => {
    if (name) setTitle(`咨询 ${name}`)
  }, [name, setTitle])
  useEffect(
    () =>
      onEvent(consultation.events.changed, (changed) => {
        if (changed.consultationId === consultationId) void refetch()
      }),
    [consultationId, refetch],
  )
  return (
    <div className="yy-consult yy-stack">
      <Loaded of={{ data, error, refetch }} what="这条咨询" lines={14}>
        {(data) => <Whole row={data} />}
      </Loaded>
    </div>
  )
}
