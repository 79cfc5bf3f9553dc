// 档案详情: one resident whole. Several may be open side by side, each in its tab, named after the resident.
import { Button, Tabs } from 'antd'
import { ArrowLeft, ChevronDown } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import type { MissingData } from '#contract/live/archive'
import { archive } from '#contract/live/archive'
import { type ArchiveWholeData, archiveSection } from '#contract/live/archiveSection'
import { residence } from '#contract/live/residence'
import { careToday } from '#contract/nursing/careToday'
import { usePayDrawer } from '#web/areas/expense/public'
import { Invitations, InviteDrawer, type InviteRequest } from '#web/areas/live/family/invite.part'
import { addMemberForm, editMemberForm } from '#web/areas/live/family/memberForm'
import { useOutingMoves } from '#web/areas/live/outing/moves.part'
import { Earlier, Present } from '#web/areas/live/residence/detail.part'
import { useResidentMoves } from '#web/areas/live/residence/moves.part'
import { archivePath } from '#web/areas/live/residentCell.part'
import type { FormRequest } from '#web/kit/form/formOf'
import { FormHost } from '#web/kit/list/ListPage'
import { closeTab, openPage, tabs, usePageParams, usePageState, useReopened, useTab } from '#web/kit/open'
import { Empty } from '#web/kit/parts/Empty'
import { Loaded } from '#web/kit/parts/Loaded'
import { useMay } from '#web/kit/permission'
import { invalidate, useCall } from '#web/kit/query'
import { useEvent } from '#web/kit/realtime'
import { Assessments } from './assessments.part.tsx'
import { Care } from './care.part.tsx'
import { ChangesDrawer } from './changes.part.tsx'
import { Section } from './facts.part.tsx'
import { FamilyTable } from './familyTable.part.tsx'
import { Fees } from './fees.part.tsx'
import { Files } from './files.part.tsx'
import { ArchiveHeader } from './header.part.tsx'
import { useNeighbours } from './order.ts'
import { Overview } from './overview.part.tsx'
import { Contracts, Outings, Visits, visitForm } from './records.part.tsx'
import { addFilesForm, type EditableSection, sectionForm, sectionNeeds } from './sectionForms.tsx'
import { baseFacts, extraFacts, healthFacts, WrittenSection } from './sections.part.tsx'
import { ArchiveTimeline } from './timeline.part.tsx'
import './archiveSection.css'

function PathLine({ oldmanId, name }: { oldmanId: string; name: string | undefined }) {
  const beside = useNeighbours(oldmanId)
  const go = async (find: () => Promise<string | null>) => {
    const next = await find()
    if (!next) return
    // Leafing through leaves no trail of tabs: this one goes once the next is in front.
    const mine = tabs.store.getState().active
    const stop = tabs.store.subscribe(({ active }) => {
      if (active === mine || mine === null) return
      stop()
      void closeTab(mine)
    })
    openPage(archivePath(next))
  }
  const list = () => openPage(archive.pages.base.path)
  return (
    <nav className="yy-arc-path yy-gap-6 yy-row" aria-label="位置">
      <Button
        type="text"
        size="small"
        icon={<ArrowLeft size={16} aria-hidden />}
        aria-label="返回老人档案"
        onClick={list}
      />
      <button type="button" className="yy-link" onClick={list}>
        老人档案
      </button>
      <span aria-hidden>/</span>
      <span>{name}</span>
      {beside && (
        <span className="yy-inline-flex yy-gap-16 yy-push">
          <span className="yy-none">
            第 {beside.position.toLocaleString('zh-CN')} / {beside.total.toLocaleString('zh-CN')} 人
          </span>
          <button
            type="button"
            className="yy-link"
            disabled={!beside.hasPrevious}
            onClick={() => void go(beside.previous)}
          >
            ‹ 上一位
          </button>
          <button type="button" className="yy-link" disabled={!beside.hasNext} onClick={() => void go(beside.next)}>
            下一位 ›
          </button>
        </span>
      )}
    </nav>
  )
}

function TabLabel({ title, count, gap }: { title: string; count?: number; gap?: boolean }) {
  return (
    <span className="yy-arc-tab yy-one-line yy-inline">
      {title}
      {count !== undefined && count > 0 && <span className="yy-second yy-small">{count}</span>}
      {gap && <i className="yy-arc-gap yy-circle" role="img" aria-label="有资料待补" title="有资料待补" />}
    </span>
  )
}

function Archive({ one }: { one: ArchiveWholeData }) {
  const { oldmanId } = one
  const may = useMay()
  const params = usePageParams<'section'>()
  const [section, setSection] = usePageState('section', params.section ?? 'overview')
  const [form, setForm] = useState<FormRequest | null>(null)
  const [invite, setInvite] = useState<InviteRequest | null>(null)
  const [record, setRecord] = useState(false)
  const live = useCall(residence.calls.detail, { oldmanId })
  const moves = useResidentMoves({ onDone: () => void invalidate(archiveSection, archive) })
  const pays = usePayDrawer()
  const outings = useOutingMoves(() => void invalidate(archiveSection, archive))
  const openRecord = useCallback(() => setRecord(true), [])
  const edit = (which: EditableSection) => setForm(sectionForm(which, one))
  const gaps = new Set(one.completeness.missing.map((part) => part.section))

  /** To the tab that says more, and straight into its form where this user may write. */
  const fix = (missing: MissingData) => {
    setSection(missing.section)
    if (missing.key === 'head') {
      // The picture is chosen where it stands, in the head of this very page.
      document.activeElement?.closest('.yy-arc')?.querySelector<HTMLInputElement>('.yy-head-file')?.click()
    } else if (missing.section in sectionNeeds) {
      const which = missing.section as EditableSection
      if (may(sectionNeeds[which])) edit(which)
    } else if (missing.section === 'family' && may('live:family:edit')) {
      const guardian = one.family.find((member) => member.guardian)
      if (missing.key === 'guardianCard' && guardian) setForm(editMemberForm(guardian, one.oldmanName))
      else if (one.family.length === 0) setForm(addMemberForm(one))
    } else if (missing.section === 'files' && may(archive.calls.addFiles.needs)) setForm(addFilesForm(one))
  }

  const liveTab = (): ReactNode => {
    if (!live.data) return <Loaded of={live} what="居住信息" lines={8} />
    return (
      <>
        <Present
          detail={live.data}
          onEdit={() => moves.open('editLive', { oldmanId })}
          onBooking={() => moves.open('settleBooking', { oldmanId })}
        />
        {live.data.stays.length > 1 && (
          <Section title="历次居住">
            <Earlier stays={live.data.stays} />
          </Section>
        )}
      </>
    )
  }

  const written = (which: EditableSection, title: string, facts: ReturnType<typeof baseFacts>) => (
    <WrittenSection title={title} facts={facts} needs={sectionNeeds[which]} onEdit={() => edit(which)} />
  )

  const parts: { key: string; label: ReactNode; children: () => ReactNode }[] = [
    {
      key: 'overview',
      label: <TabLabel title="概览" />,
      children: () => (
        <Overview
          one={one}
          live={live.data}
          onEdit={edit}
          onSection={setSection}
          openForm={setForm}
          onInvite={setInvite}
        />
      ),
    },
    {
      key: 'base',
      label: <TabLabel title="基本信息" gap={gaps.has('base')} />,
      children: () => written('base', '基本信息', baseFacts(one)),
    },
    {
      key: 'extra',
      label: <TabLabel title="扩展信息" gap={gaps.has('extra')} />,
      children: () => written('extra', '扩展信息', extraFacts(one)),
    },
    {
      key: 'health',
      label: <TabLabel title="健康" gap={gaps.has('health')} />,
      children: () => written('health', '健康信息', healthFacts(one)),
    },
    ...(may(careToday.calls.elder.needs)
      ? [{ key: 'care', label: <TabLabel title="护理" />, children: () => <Care one={one} /> }]
      : []),
    { key: 'live', label: <TabLabel title="居住" />, children: liveTab },
    {
      key: 'family',
      label: <TabLabel title="家属" count={one.counts.family} gap={gaps.has('family')} />,
      children: () => (
        <>
          <FamilyTable one={one} openForm={setForm} onInvite={setInvite} whole />
          <Section title="邀请记录">
            <Invitations oldmanId={oldmanId} />
          </Section>
        </>
      ),
    },
    {
      key: 'assessment',
      label: <TabLabel title="评估" count={one.counts.assessments} />,
      children: () => <Assessments one={one} />,
    },
    { key: 'fees', label: <TabLabel title="费用" />, children: () => <Fees one={one} /> },
    {
      key: 'contracts',
      label: <TabLabel title="合同文书" count={one.counts.contracts} />,
      children: () => <Contracts one={one} />,
    },
    {
      key: 'outings',
      label: <TabLabel title="外出" count={one.counts.outings} />,
      children: () => <Outings one={one} moves={outings} />,
    },
    {
      key: 'visits',
      label: <TabLabel title="来访" count={one.counts.visits} />,
      children: () => <Visits one={one} openForm={setForm} />,
    },
    {
      key: 'files',
      label: <TabLabel title="附件" count={one.counts.files} gap={gaps.has('files')} />,
      children: () => <Files one={one} openForm={setForm} />,
    },
  ]
  const shown = parts.find((part) => part.key === section) ?? parts[0]!

  return (
    <>
      <ArchiveHeader
        one={one}
        can={live.data?.can ?? []}
        settleState={live.data?.settleState ?? null}
        applied={live.data?.applied ?? []}
        moves={moves}
        outings={outings}
        onChanges={openRecord}
        onVisit={() => setForm(visitForm(oldmanId))}
        onPay={() => pays.open(oldmanId)}
        onFix={fix}
        onSection={setSection}
      />
      <div className="yy-arc-body yy-flex-1 yy-grid yy-gap-12">
        <section className="yy-card yy-arc-main">
          <Tabs
            activeKey={shown.key}
            tabBarGutter={16}
            onChange={setSection}
            more={{
              icon: (
                <span className="yy-arc-tab yy-one-line yy-inline">
                  更多 <ChevronDown size={14} aria-hidden />
                </span>
              ),
            }}
            items={parts.map(({ key, label }) => ({ key, label }))}
          />
          <div className="yy-arc-content">{shown.children()}</div>
        </section>
        <ArchiveTimeline oldmanId={oldmanId} onChanges={openRecord} />
      </div>
      <FormHost form={form} onClose={() => setForm(null)} />
      <InviteDrawer request={invite} onClose={() => setInvite(null)} />
      <ChangesDrawer open={record} oldmanId={oldmanId} oldmanName={one.oldmanName} onClose={() => setRecord(false)} />
      {moves.element}
      {outings.element}
      {pays.drawer}
    </>
  )
}

export default function ArchiveDetail() {
  const { oldmanId = '' } = usePageParams<'oldmanId'>()
  const { setTitle } = useTab()
  const asked = useCall(archiveSection.calls.detail, { oldmanId }, { keepPrevious: true })
  const { data } = asked
  useReopened(() => void asked.refetch())
  useEvent(residence.events.changed, ({ oldmanIds }) => {
    if (oldmanIds.includes(oldmanId)) void invalidate(archiveSection, residence)
  })
  useEffect(() => {
    if (data) setTitle(data.oldmanName)
  }, [data, setTitle])
  return (
    <div className="yy-arc yy-gap-12 yy-stack">
      <PathLine oldmanId={oldmanId} name={data?.oldmanName} />
      <Loaded
        of={asked}
        what="这份档案"
        lines={12}
        card
        none={
          <Empty
            title="没有这份档案"
            text="可能已被删除，或不在您的数据范围内。"
            acts={<Button onClick={() => openPage(archive.pages.base.path)}>去老人档案</Button>}
          />
        }
      >
        {(one) => <Archive key={one.oldmanId} one={one} />}
      </Loaded>
    </div>
  )
}
