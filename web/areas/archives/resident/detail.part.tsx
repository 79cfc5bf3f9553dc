// A resident's archive beside the list: who it is, what to beware of, health, family. The identity card is shown whole
// only on request, and that is written down.
import { Button } from 'antd'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { briefFields, type ResidentDetailData, resident } from '#contract/archives/resident'
import { familyParts, ResidenceStatus, ResidentNote, ResidentSex } from '#contract/live/resident'
import { fieldNamed } from '#contract/live/residentFields'
import { AttentionNotes, BedPath, laidOut, PhoneText, plainFact, ResidentPhoto } from '#web/areas/live/public'
import { send } from '#web/kit/call'
import { optionField } from '#web/kit/fields/option'
import { DetailDrawer, useShown } from '#web/kit/parts/DetailDrawer'
import { type Fact, Facts, PageCard } from '#web/kit/parts/PageCard'
import { NoteTag } from '#web/kit/parts/StatusTag'
import { Allowed } from '#web/kit/permission'
import { useCall } from '#web/kit/query'
import { printResident, residentSays } from './residentSheet.part.tsx'

const status = optionField(ResidenceStatus)
const NO_ALLERGY = '无'
/** 长护险 is a note, but no risk. */
const INSURED = 4

type Whole = Awaited<ReturnType<typeof reveal>>
const reveal = (oldmanId: string) => send(resident.calls.reveal, { oldmanId }, { loading: true })

function IdCard({ shown, whole, onReveal }: { shown: string; whole: string | undefined; onReveal(): void }) {
  if (whole !== undefined) return whole
  return (
    <>
      {shown}{' '}
      <Allowed needs={resident.calls.reveal.needs}>
        <button type="button" className="yy-link" onClick={onReveal} title="查看会记入操作日志">
          显示
        </button>
      </Allowed>
    </>
  )
}

function Risk({ one }: { one: ResidentDetailData }) {
  const allergic = one.allergies.filter((name) => name !== NO_ALLERGY)
  const notes = one.attention.filter((note) => note !== INSURED).map((note) => ResidentNote.label(note))
  const parts = [notes.length > 0 && notes.join('、'), allergic.length > 0 && `过敏：${allergic.join('、')}`].filter(
    (part): part is string => typeof part === 'string',
  )
  if (parts.length === 0) return null
  return (
    <div className="yy-risk yy-flex yy-gap-12 yy-ink yy-above-12" role="note">
      <b className="yy-red">风险提示</b>
      <span>{parts.join('　｜　')}</span>
    </div>
  )
}

function Family({ one, whole }: { one: ResidentDetailData; whole: Whole | null }) {
  if (one.family.length === 0) return '还没有登记家属或联系人'
  return (
    <ul className="yy-resident-family yy-grid yy-plain-list">
      {one.family.map((member) => {
        const card = whole?.family.find((known) => known.familyId === member.familyId)?.idCard ?? member.idCard
        return (
          <li key={member.familyId}>
            <b>{member.name}</b>
            <span>{member.relationName}</span>
            <span>
              <PhoneText phone={member.phone} of={one.oldmanId} />
            </span>
            {familyParts
              .filter(([part]) => member[part])
              .map(([part, title]) => (
                <NoteTag key={part} family="slate">
                  {title}
                </NoteTag>
              ))}
            {(card || member.address) && <small>{[card, member.address].filter(Boolean).join('　')}</small>}
          </li>
        )
      })}
    </ul>
  )
}

const healthFacts = laidOut<ResidentDetailData, Fact>({
  fields: briefFields.filter(({ section }) => section === 'health'),
  moves: [['diseases', 'allergies']],
  said: residentSays,
  plain: plainFact,
  special: { diet: (one, diet) => [{ label: '血型', value: one.blood }, diet] },
})

export function Archive({ one }: { one: ResidentDetailData }) {
  const [whole, setWhole] = useState<Whole | null>(null)
  const look = async () => setWhole(await reveal(one.oldmanId))
  const base = laidOut<ResidentDetailData, Fact>({
    fields: briefFields.filter(({ section }) => section !== 'health'),
    moves: [
      ['marital', 'education'],
      ['address', null],
      ['remark', null],
    ],
    said: residentSays,
    plain: plainFact,
    special: {
      nation: (_, nation) => [
        {
          label: '身份证号',
          value: <IdCard shown={one.idCard} whole={whole?.idCard} onReveal={() => void look()} />,
          wide: true,
        },
        { label: fieldNamed('birthDate').title, value: one.birthDate },
        nation,
        { label: fieldNamed('phone').title, value: one.phone && <PhoneText phone={one.phone} /> },
      ],
      address: (_, address) => [{ label: fieldNamed('region').title, value: one.regionName, wide: true }, address],
    },
  })
  return (
    <>
      <div className="yy-resident-head yy-flex yy-gap-16">
        <ResidentPhoto row={one} width={84} height={108} />
        <div>
          <div className="yy-resident-name yy-below-8 yy-row yy-wrap yy-gap-8">
            <h2>{one.oldmanName}</h2>
            <span>
              {ResidentSex.label(one.sex)}　{one.age} 岁
            </span>
            {status.cell(one.status)}
            {one.attention.length > 0 && <AttentionNotes notes={one.attention} />}
          </div>
          <Facts
            facts={[
              { label: '床位', value: <BedPath path={one.bedPath} />, wide: true },
              { label: '部门', value: one.deptName },
              { label: '老人类别', value: one.categoryName },
              {
                label: '入住',
                value: one.checkInDate && `${one.checkInDate}${one.days === null ? '' : `，已 ${one.days} 天`}`,
              },
              { label: '档案编号', value: one.archiveNo },
            ]}
          />
        </div>
      </div>
      <Risk one={one} />
      <PageCard title="家属与责任人" sub={`${one.family.length} 人`} style={{ marginTop: 16 }}>
        <Family one={one} whole={whole} />
      </PageCard>
      <PageCard title="基本信息" style={{ marginTop: 12 }}>
        <Facts facts={base(one)} />
      </PageCard>
      <PageCard title="健康" style={{ marginTop: 12 }}>
        <Facts facts={healthFacts(one)} />
      </PageCard>
    </>
  )
}

export function ResidentDrawer({ oldmanId, onClose }: { oldmanId: string | null; onClose(): void }) {
  const shown = useShown(oldmanId)
  const asked = useCall(resident.calls.detail, shown ? { oldmanId: shown } : null)
  const data = asked.error ? undefined : asked.data
  return (
    <DetailDrawer
      open={oldmanId !== null}
      width={720}
      title="老人档案"
      about={data?.archiveNo}
      extra={
        data && (
          <Button icon={<Printer size={15} aria-hidden />} onClick={() => void printResident(data)}>
            打印档案
          </Button>
        )
      }
      onClose={onClose}
      of={asked}
      what="这份档案"
      lines={14}
      fresh
    >
      {(one) => <Archive key={one.oldmanId} one={one} />}
    </DetailDrawer>
  )
}
