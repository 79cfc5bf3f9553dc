// The head of an archive: face, name, marks, facts, money, how complete it is and what to fill in next, the acts, and
// the risks joined below, which are never folded.
import { Button, Dropdown, type MenuProps, Progress } from 'antd'
import { ChevronDown, DoorOpen, TriangleAlert, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { ACCOUNT_NEEDS } from '#contract/expense/account'
import { settleNeeds } from '#contract/expense/settlementWords'
import { GAP_BELOW, type MissingData } from '#contract/live/archive'
import type { ArchiveWholeData } from '#contract/live/archiveSection'
import { contractDocument } from '#contract/live/contractDocument'
import { outing } from '#contract/live/outing'
import { regrade } from '#contract/live/regrade'
import type { ApplyKindValue } from '#contract/live/residenceApply'
import type { ResidenceMove } from '#contract/live/residenceWords'
import { IN_HOUSE, ResidenceStatus, ResidentSex } from '#contract/live/resident'
import { visit } from '#contract/live/visit'
import { HeadEditor } from '#web/areas/live/archive/head.part'
import { PhoneText } from '#web/areas/live/family/phone.part'
import { AttentionNotes, BedPath } from '#web/areas/live/marks.part'
import type { OutingMovesHandle } from '#web/areas/live/outing/moves.part'
import { moveActions, type ResidentMovesHandle } from '#web/areas/live/residence/moves.part'
import { openSettlement, toSettle } from '#web/areas/live/residence/settle'
import { AppliedTags } from '#web/areas/live/review/appliedTags.part'
import { amountText } from '#web/kit/fields/amount'
import { openPage } from '#web/kit/open'
import { OwesTag, StatusTag } from '#web/kit/parts/StatusTag'
import { useMay } from '#web/kit/permission'
import { printArchive } from './archiveSheet.part.tsx'
import { printBedCards } from './bedCards.part.tsx'
import { printWristBands } from './wristBands.part.tsx'
import './header.css'

const FULL = 90

interface FactProps {
  label: string
  /** Takes a line of its own where there is little room. */
  wide?: boolean
  /** Left out where there is little room; a tab says it too. */
  more?: boolean
  children: ReactNode
}

function Fact({ label, wide, more, children }: FactProps) {
  return (
    <div className={wide ? 'yy-arc-head-wide' : more ? 'yy-arc-head-more' : undefined}>
      <dt className="yy-fixed yy-second">{label}</dt>
      <dd className="yy-narrow yy-no-margin yy-ellipsis">{children || <span className="yy-none">—</span>}</dd>
    </div>
  )
}

function HeadFacts({ one }: { one: ArchiveWholeData }) {
  const contact = one.family.find((member) => member.emergency) ?? one.family[0]
  const lives = IN_HOUSE.includes(one.status)
  return (
    <dl className="yy-arc-head-facts yy-grid yy-no-margin">
      <Fact label="床位">
        <BedPath path={one.bedPath} />
      </Fact>
      <Fact label="护理等级">{one.levelName}</Fact>
      <Fact label={lives ? '在住' : '入住'}>
        {lives && one.days !== null ? `${one.days} 天，${one.checkInDate} 入住` : one.checkInDate}
      </Fact>
      <Fact label="档案号">{one.archiveNo}</Fact>
      <Fact label={one.trialEnd ? '试住至' : '合同至'} more>
        {one.trialEnd ?? one.contractEnd}
      </Fact>
      <Fact label="部门" more>
        {one.deptName}
      </Fact>
      <Fact label="紧急联系人" wide>
        {contact && (
          <>
            {contact.name}（{contact.relationName}）
            <PhoneText phone={contact.phone} of={one.oldmanId} />
          </>
        )}
      </Fact>
      <Fact label="付费人" more>
        {one.payerName}
      </Fact>
      {one.planReturn && (
        <Fact label="外出" wide>
          <span className={one.outNow === 2 ? 'yy-red' : undefined}>
            {one.outNow === 2 ? `应于 ${one.planReturn} 返回，已逾期` : `预计 ${one.planReturn} 返回`}
          </span>
        </Fact>
      )}
    </dl>
  )
}

function Money({ account }: { account: ArchiveWholeData['account'] }) {
  const cells: [string, number | null, boolean?][] = [
    ['账户余额', account.balanceFen],
    [account.overdue ? `${account.owedSince?.slice(5)} 起欠费` : '未缴', account.owedFen, account.overdue],
    ['赠送余额', account.giftFen],
    ['押金', account.depositFen],
  ]
  if (account.bookingFen) cells.push(['订金', account.bookingFen])
  return (
    <dl className="yy-arc-money yy-two yy-grid yy-no-margin yy-edge yy-round">
      {cells.map(([label, fen, bad]) => (
        <div className="yy-narrow yy-pad-8-12" key={label}>
          <dt className="yy-second yy-ellipsis">{label}</dt>
          <dd className={bad ? 'yy-red yy-no-margin yy-strong' : 'yy-no-margin yy-strong'}>{amountText(fen)}</dd>
        </div>
      ))}
    </dl>
  )
}

const FIRST = 4

function Completeness({ one, onFix }: { one: ArchiveWholeData; onFix(missing: MissingData): void }) {
  const { score, missing } = one.completeness
  const color = score >= FULL ? '#1a7f4b' : score >= GAP_BELOW ? '#e59a0b' : '#c4221a'
  return (
    <div className="yy-arc-ring yy-flex yy-upper">
      <Progress
        type="circle"
        size={74}
        percent={score}
        strokeColor={color}
        strokeWidth={8}
        format={(percent) => <b className="yy-text-16 yy-ink">{percent}%</b>}
        aria-label="档案完整度"
      />
      <div>
        <b>档案完整度</b>
        {missing.length === 0 ? (
          <p className="yy-none yy-no-margin">资料已补齐</p>
        ) : (
          <>
            <p className="yy-none yy-no-margin">待补 {missing.length} 项，先补：</p>
            <p className="yy-arc-fix yy-flex yy-wrap yy-no-margin">
              {missing.slice(0, FIRST).map((part) => (
                <button
                  type="button"
                  key={`${part.section}.${part.key}`}
                  className="yy-link"
                  onClick={() => onFix(part)}
                >
                  {part.title}
                </button>
              ))}
            </p>
          </>
        )}
      </div>
    </div>
  )
}

/** What a desk does most with somebody in each status; what is not allowed falls to the next. */
const FIRST_MOVES: Readonly<Record<number, readonly ResidenceMove[]>> = {
  [ResidenceStatus.is.waiting]: ['checkIn', 'reserve', 'trial'],
  [ResidenceStatus.is.reserved]: ['checkIn', 'trial'],
  [ResidenceStatus.is.cancelled]: ['reserve', 'waitAgain'],
  [ResidenceStatus.is.trial]: ['checkIn', 'extendTrial'],
  [ResidenceStatus.is.living]: ['adjustBed', 'changeLevel'],
  [ResidenceStatus.is.left]: ['readmit', 'undoCheckOut'],
}

interface ActsProps {
  one: ArchiveWholeData
  can: readonly string[]
  /** Of the stay that ended last. */
  settleState: string | null
  moves: ResidentMovesHandle
  outings: OutingMovesHandle
  onChanges(): void
  onVisit(): void
  onPay(): void
}

function Acts({ one, can, settleState, moves, outings, onChanges, onVisit, onPay }: ActsProps) {
  const may = useMay()
  const { oldmanId } = one
  const all = moveActions(can)
  const lives = IN_HOUSE.includes(one.status)
  // Whoever takes money is mostly asked for that; others for what comes next in the residence.
  const pays = lives && may(ACCOUNT_NEEDS.pay)
  const settles = toSettle({ status: one.status, settleState }) && may(settleNeeds.list)
  const first = pays || settles ? undefined : FIRST_MOVES[one.status]?.find((move) => can.includes(move))
  const goesOut = lives && may(outing.calls.register.needs)
  const regrades = lives && may(regrade.pages.list.needs) && may(regrade.calls.propose.needs)
  const rest = all.filter(({ move }) => move !== first)
  const papers: MenuProps['items'] = [
    ...(may(contractDocument.pages.form.needs) ? [{ key: 'contract', label: '新增合同文书' }] : []),
    ...(may(visit.calls.add.needs) ? [{ key: 'visit', label: '登记来访' }] : []),
  ]
  const items: MenuProps['items'] = [
    ...rest.filter(({ danger }) => !danger).map(({ move, title }) => ({ key: `move:${move}`, label: title })),
    ...(regrades ? [{ key: 'regrade', label: '等级变更（评估后送审）' }] : []),
    ...(papers.length > 0 ? [{ type: 'divider' as const }, ...papers] : []),
    { type: 'divider' },
    { key: 'print', label: '打印档案' },
    ...(lives
      ? [
          { key: 'card', label: '打印床头卡（A5）' },
          { key: 'cardSmall', label: '打印床头卡（A6）' },
          { key: 'band', label: '打印腕带' },
        ]
      : []),
    { key: 'changes', label: '资料修改记录' },
    ...(rest.some(({ danger }) => danger) ? [{ type: 'divider' as const }] : []),
    ...rest
      .filter(({ danger }) => danger)
      .map(({ move, title }) => ({ key: `move:${move}`, danger: true, label: `${title}…` })),
  ]
  const act = (key: string) => {
    if (key.startsWith('move:')) moves.open(key.slice(5) as ResidenceMove, { oldmanId })
    else if (key === 'regrade') openPage(regrade.pages.list.path, { act: 'propose', resident: oldmanId })
    else if (key === 'contract') openPage(contractDocument.pages.form.path, { oldmanId })
    else if (key === 'visit') onVisit()
    else if (key === 'print') void printArchive(oldmanId)
    else if (key === 'card') void printBedCards([oldmanId])
    else if (key === 'cardSmall') void printBedCards([oldmanId], 'A6')
    else if (key === 'band') void printWristBands([oldmanId])
    else if (key === 'changes') onChanges()
  }
  return (
    <div className="yy-arc-acts-head yy-stack yy-gap-8">
      {pays && (
        <Button type="primary" icon={<Wallet size={15} aria-hidden />} onClick={onPay}>
          收费
        </Button>
      )}
      {settles && (
        <Button type="primary" onClick={() => openSettlement(oldmanId)}>
          去结算
        </Button>
      )}
      {first && (
        <Button type="primary" onClick={() => moves.open(first, { oldmanId })}>
          {all.find(({ move }) => move === first)?.title}
        </Button>
      )}
      {goesOut && (
        <Button
          icon={<DoorOpen size={15} aria-hidden />}
          onClick={() =>
            one.outNow > 0 ? openPage(outing.pages.register.path, { oldmanId }) : outings.register(oldmanId)
          }
        >
          {one.outNow > 0 ? '登记返回' : '请假外出'}
        </Button>
      )}
      <Dropdown menu={{ items, onClick: ({ key }) => act(key) }} trigger={['click']} placement="bottomRight">
        <Button>
          更多
          <ChevronDown size={14} aria-hidden />
        </Button>
      </Dropdown>
    </div>
  )
}

function Risks({ one, onOpen }: { one: ArchiveWholeData; onOpen(section: string): void }) {
  if (one.risks.length === 0) return null
  return (
    <div className="yy-arc-risk yy-flex yy-hidden" role="note" aria-label="风险提示">
      <b className="yy-arc-risk-label yy-on yy-strong yy-row yy-gap-8 yy-fixed">
        <TriangleAlert size={15} aria-hidden />
        风险提示
      </b>
      <ul className="yy-wrap yy-plain-list yy-flex yy-flex-1">
        {one.risks.map((risk) => (
          <li className="yy-row yy-gap-8 yy-ink yy-pad-8-16" key={`${risk.title}${risk.note}`}>
            <b>{risk.title}</b>
            {risk.note}
          </li>
        ))}
      </ul>
      <button type="button" className="yy-link" onClick={() => onOpen(one.risks[0]!.section)}>
        查看依据 ›
      </button>
    </div>
  )
}

interface ArchiveHeaderProps extends ActsProps {
  /** Applications that wait. */
  applied: readonly ApplyKindValue[]
  onFix(missing: MissingData): void
  onSection(section: string): void
}

export function ArchiveHeader({ one, applied, onFix, onSection, ...acts }: ArchiveHeaderProps) {
  const status = ResidenceStatus.find(one.status)
  const notes = [...one.attention, ...one.riskMarks]
  return (
    <section className="yy-card yy-arc-head" aria-label={`${one.oldmanName}的档案`}>
      <div className="yy-arc-head-main yy-pad-16 yy-grid yy-start yy-gap-20">
        <HeadEditor row={one} />
        <div className="yy-arc-head-body">
          <div className="yy-arc-head-name yy-below-10 yy-row yy-gap-8 yy-wrap">
            <h2 className="yy-no-margin yy-strong">{one.oldmanName}</h2>
            <span>
              {ResidentSex.label(one.sex)}　{one.age} 岁
            </span>
            {status && <StatusTag option={status} />}
            {one.outNow > 0 && (
              <StatusTag family={one.outNow === 2 ? 'red' : 'purple'}>
                {one.outNow === 2 ? '逾期未归' : '外出中'}
              </StatusTag>
            )}
            <AppliedTags kinds={applied} />
            {one.account.overdue && <OwesTag />}
            {notes.length > 0 && <AttentionNotes notes={notes} />}
          </div>
          <HeadFacts one={one} />
        </div>
        <Money account={one.account} />
        <Completeness one={one} onFix={onFix} />
        <Acts one={one} {...acts} />
      </div>
      <Risks one={one} onOpen={onSection} />
    </section>
  )
}
