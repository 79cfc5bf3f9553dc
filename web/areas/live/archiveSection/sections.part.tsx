// The three written sections as facts, for their own tabs and for the overview.

import { type ReactNode, useState } from 'react'
import { dayText } from '#contract/kit/clock'
import { type ArchiveWholeData, archiveSection } from '#contract/live/archiveSection'
import { type FieldSection, fieldsIn } from '#contract/live/residentFields'
import { PhoneText } from '#web/areas/live/family/phone.part'
import { archiveSays, elsewhere, type Layout, laidOut, plainFact } from '#web/areas/live/laidOut'
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

const dayOf = () => dayText()

const factsOf = (section: FieldSection, layout: Partial<Layout<ArchiveWholeData, Fact>>) =>
  laidOut<ArchiveWholeData, Fact>({ fields: fieldsIn(section), said: archiveSays, plain: plainFact, ...layout })

/** Only where there is something to say. */
const whenSaid = (_: ArchiveWholeData, fact: Fact) => (fact.value ? [fact] : [])

export const baseFacts = factsOf('base', {
  moves: [
    ['nation', 'phone'],
    ['address', 'remark'],
  ],
  special: {
    oldmanName: elsewhere,
    idType: elsewhere,
    sex: elsewhere,
    idCard: (one, { label }) => [
      {
        label: one.words.idType === '居民身份证' ? '身份证号' : (one.words.idType ?? label),
        value: <CardNumber one={one} />,
      },
    ],
    phone: ({ base: { phone } }, fact) => [{ ...fact, value: phone && <PhoneText phone={phone} /> }],
    deptId: (one, fact) => [{ ...fact, value: one.deptName }],
    saleId: (one, fact) => [
      { ...fact, value: one.saleName },
      { label: '建档时间', value: one.createTime.slice(0, 16) },
    ],
    remark: whenSaid,
  },
})

export const extraFacts = factsOf('extra', { moves: [['medicalCardNo', 'income']] })

export const healthFacts = factsOf('health', {
  moves: [
    ['allergies', 'bloodAbo'],
    ['aids', 'infectious'],
    ['healthReportDate', 'infectious'],
  ],
  special: {
    attention: (one, fact) => [
      { ...fact, value: one.attention.length > 0 ? <AttentionNotes notes={one.attention} /> : null },
    ],
    allergies: (one, fact) => [{ ...fact, value: allergyText(one.words.allergies) }],
    bloodAbo: ({ words }) => [{ label: '血型', value: [words.bloodAbo, words.bloodRh].filter(Boolean).join(' ') }],
    bloodRh: elsewhere,
    healthReportDate: (one) => [
      {
        label: '能力评估',
        value: one.assessment && (
          <>
            {one.assessment.levelName}
            {one.assessment.total !== null && `　${one.assessment.total} 分`}{' '}
            <span className="yy-none">{one.assessment.assessDate}</span>
          </>
        ),
      },
      { label: '体检', value: reportText(one, dayOf()) },
    ],
    healthReportExpire: elsewhere,
    healthRemark: whenSaid,
  },
})

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
