// The first tab: what is asked for most, each part with the way to change it.
import type { ArchiveWholeData } from '#contract/live/archiveSection'
import type { ResidenceDetailData } from '#contract/live/residence'
import { careToday } from '#contract/nursing/careToday'
import type { InviteRequest } from '#web/areas/live/family/invite.part'
import { amountText } from '#web/kit/fields/amount'
import type { FormRequest } from '#web/kit/form/formOf'
import type { Fact } from '#web/kit/parts/PageCard'
import { Allowed } from '#web/kit/permission'
import { FactRows, Section } from './facts.part.tsx'
import { FamilyTable } from './familyTable.part.tsx'
import { sectionNeeds } from './sectionForms.tsx'
import { baseFacts, extraFacts, healthFacts, WrittenSection } from './sections.part.tsx'

interface OverviewProps {
  one: ArchiveWholeData
  live: ResidenceDetailData | undefined
  onEdit(section: 'base' | 'extra' | 'health'): void
  onSection(section: string): void
  openForm(form: FormRequest): void
  onInvite(request: InviteRequest): void
}

/** What a stranger asks for first. */
const BASE_SHOWN = ['idCard', 'birthDate', 'nation', 'phone', 'category', 'address'] as const
const EXTRA_SHOWN = ['marital', 'education', 'formerJob', 'religion', 'hobbies'] as const
const HEALTH_SHOWN = ['selfCare', 'allergies', 'sleep', 'aids', 'healthReportDate', 'diseases', 'diet'] as const

/** One after the other, none on a line of its own. */
const moreBase = (one: ArchiveWholeData): Fact[] =>
  EXTRA_SHOWN.flatMap((name) => extraFacts(one, [name])).map(({ label, value }) => ({ label, value }))

function livingFacts(one: ArchiveWholeData, live: ResidenceDetailData): Fact[] {
  const stay = live.stays.find((each) => each.endDate === null)
  if (!stay) return []
  const fees = stay.fees.filter((fee) => fee.toDate === null)
  return [
    { label: '房型', value: [one.roomTypeName, stay.wholeRoom && '包房'].filter(Boolean).join('，') },
    { label: '入住日期', value: stay.startDate },
    { label: '缴费日', value: `每月 ${stay.payDay} 日` },
    ...fees.map((fee) => ({
      // 护理费（按护理等级）: what it depends on stands with the fees.
      label: fee.name.replace(/（.*）$/, ''),
      value: `${amountText(fee.priceFen === null ? null : Math.round(fee.priceFen * fee.quantity))} 元/${fee.cycleName.replace(/^按|^每/, '')}`,
    })),
  ]
}

function Care({ care }: { care: NonNullable<ArchiveWholeData['care']> }) {
  return (
    <div className="yy-arc-care yy-flex yy-edge yy-round">
      <div className="yy-stack">
        <span className="yy-none">护理任务</span>
        <b className="yy-text-16 yy-ink">
          {care.done} / {care.total} 项
        </b>
        <span className="yy-none">
          {care.nextTime
            ? `下一项 ${care.nextTime} ${care.nextName ?? ''}`
            : care.total > 0
              ? '今日已全部完成'
              : '今日没有安排'}
        </span>
      </div>
    </div>
  )
}

export function Overview({ one, live, onEdit, onSection, openForm, onInvite }: OverviewProps) {
  const base = baseFacts(one, BASE_SHOWN)
  const address = base.filter((fact) => fact.wide)
  const living = live ? livingFacts(one, live) : []
  return (
    <>
      <WrittenSection
        title="基本信息"
        facts={[...base.filter((fact) => !fact.wide), ...moreBase(one), ...address]}
        needs={sectionNeeds.base}
        onEdit={() => onEdit('base')}
      />
      <WrittenSection
        title="健康"
        facts={healthFacts(one, HEALTH_SHOWN)}
        needs={sectionNeeds.health}
        onEdit={() => onEdit('health')}
      />
      <FamilyTable one={one} openForm={openForm} onInvite={onInvite} />
      {living.length > 0 && (
        <Section
          title="当前居住与费用"
          act={
            <button type="button" className="yy-link" onClick={() => onSection('fees')}>
              费用明细
            </button>
          }
        >
          <FactRows facts={living} />
        </Section>
      )}
      {one.care && (
        <Section
          title="今日照护"
          act={
            <Allowed needs={careToday.calls.elder.needs}>
              <button type="button" className="yy-link" onClick={() => onSection('care')}>
                护理情况
              </button>
            </Allowed>
          }
        >
          <Care care={one.care} />
        </Section>
      )}
    </>
  )
}
