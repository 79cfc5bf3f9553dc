// The three written sections as facts, for their own tabs and for the overview.
import { type ReactNode, useState } from 'react'
import { type ArchiveWholeData, archiveSection } from '#contract/live/archiveSection'
import { PhoneText } from '#web/areas/live/family/phone.part'
import { AttentionNotes } from '#web/areas/live/marks.part'
import { send } from '#web/kit/call'
import type { Fact } from '#web/kit/parts/PageCard'
import { Allowed } from '#web/kit/permission'
import { FactRows, Section } from './facts.part.tsx'

const { reveal } = archiveSection.calls

/** Masked until somebody asks, which the log remembers. */
export function CardNumber({ one }: { one: ArchiveWholeData }) {
  const [whole, setWhole] = useState<string | null>(null)
  if (whole) return <>{whole}</>
  return (
    <>
      {one.base.idCard}{' '}
      <Allowed needs={reveal.needs}>
        <button
          type="button"
          className="yy-link"
          title="查看会记入操作日志"
          onClick={async () => setWhole((await send(reveal, { oldmanId: one.oldmanId }, { loading: true })).idCard)}
        >
          显示
        </button>
      </Allowed>
    </>
  )
}

const NO_ALLERGY = '无'
const allergyText = (words: string | null) =>
  words && words !== NO_ALLERGY ? <b className="yy-red">{words}</b> : words

const reportText = ({ health }: ArchiveWholeData, today: string) => {
  if (!health.healthReportDate) return null
  const over = health.healthReportExpire !== null && health.healthReportExpire < today
  return (
    <>
      {health.healthReportDate}
      {health.healthReportExpire && (
        <span className={over ? 'yy-red' : 'yy-none'}>
          {' '}
          {over ? `已于 ${health.healthReportExpire} 过期` : `有效期至 ${health.healthReportExpire}`}
        </span>
      )}
    </>
  )
}

const dayOf = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)

export const baseFacts = (one: ArchiveWholeData): Fact[] => [
  {
    label: one.words.idType === '居民身份证' ? '身份证号' : (one.words.idType ?? '证件号码'),
    value: <CardNumber one={one} />,
  },
  { label: '出生日期', value: one.base.birthDate },
  { label: '民族', value: one.words.nation },
  { label: '本人电话', value: one.base.phone && <PhoneText phone={one.base.phone} /> },
  { label: '老人类别', value: one.words.category },
  { label: '户籍地区', value: one.words.region },
  { label: '所属部门', value: one.deptName },
  { label: '接待人', value: one.saleName },
  { label: '建档时间', value: one.createTime.slice(0, 16) },
  { label: '现住址', value: one.base.address, wide: true },
  ...(one.base.remark ? [{ label: '备注', value: one.base.remark, wide: true }] : []),
]

export const extraFacts = ({ words, extra }: ArchiveWholeData): Fact[] => [
  { label: '文化程度', value: words.education },
  { label: '婚姻状况', value: words.marital },
  { label: '政治面貌', value: words.politicalStatus },
  { label: '宗教信仰', value: words.religion },
  { label: '居住情况', value: words.living },
  { label: '户籍性质', value: words.householdType },
  { label: '籍贯', value: extra.nativePlace },
  { label: '退休前职业', value: extra.formerJob },
  { label: '退休前单位', value: extra.workUnit },
  { label: '医保卡号', value: extra.medicalCardNo },
  { label: '经济来源', value: words.income },
  { label: '医疗支付', value: words.medicalPay },
  { label: '兴趣爱好', value: extra.hobbies, wide: true },
  { label: '性格特点', value: extra.character, wide: true },
]

export const healthFacts = (one: ArchiveWholeData): Fact[] => {
  const { words, health, assessment } = one
  return [
    { label: '关注事项', value: one.attention.length > 0 ? <AttentionNotes notes={one.attention} /> : null },
    { label: '自理能力', value: words.selfCare },
    { label: '过敏', value: allergyText(words.allergies) },
    { label: '血型', value: [words.bloodAbo, words.bloodRh].filter(Boolean).join(' ') },
    { label: '睡眠', value: words.sleep },
    { label: '辅助器具', value: health.aids },
    {
      label: '能力评估',
      value: assessment && (
        <>
          {assessment.levelName}
          {assessment.total !== null && `　${assessment.total} 分`}{' '}
          <span className="yy-none">{assessment.assessDate}</span>
        </>
      ),
    },
    { label: '体检', value: reportText(one, dayOf()) },
    { label: '传染病', value: health.infectious },
    { label: '慢性病', value: words.diseases, wide: true },
    { label: '饮食', value: words.diet, wide: true },
    { label: '长期用药', value: health.medication, wide: true },
    { label: '住院与手术', value: health.hospitalHistory, wide: true },
    ...(health.healthRemark ? [{ label: '健康备注', value: health.healthRemark, wide: true }] : []),
  ]
}

interface WrittenSectionProps {
  title: string
  facts: readonly Fact[]
  needs: string
  onEdit(): void
  children?: ReactNode
}

export function WrittenSection({ title, facts, needs, onEdit, children }: WrittenSectionProps) {
  return (
    <Section
      title={title}
      act={
        <Allowed needs={needs}>
          <button type="button" className="yy-link" onClick={onEdit} aria-label={`编辑${title}`}>
            编辑
          </button>
        </Allowed>
      }
    >
      <FactRows facts={facts} />
      {children}
    </Section>
  )
}
