// A resident's stays: the present one with its terms, beds by period, fees, the reservation, earlier stays, and what
// happened. The moves open in the same place, never on top of it.
import { Button, Dropdown, Tabs } from 'antd'
import { ChevronDown } from 'lucide-react'
import { settleNeeds } from '#contract/expense/settlementWords'
import { type ReservationData, type ResidenceDetailData, residence, type StayData } from '#contract/live/residence'
import { BookingMoney, SettleState, StayKind } from '#contract/live/residenceWords'
import { BedPath, bedPathText } from '#web/areas/live/marks.part'
import { archivePath } from '#web/areas/live/residentCell.part'
import { Applications } from '#web/areas/live/review/applications.part'
import '#web/areas/live/residence/moves/look'
import { amountText } from '#web/kit/fields/amount'
import { optionField } from '#web/kit/fields/option'
import { openPage } from '#web/kit/open'
import { DetailDrawer, useShown } from '#web/kit/parts/DetailDrawer'
import { Empty } from '#web/kit/parts/Empty'
import { type Fact, Facts, KeyFigures, PageCard } from '#web/kit/parts/PageCard'
import { useMay } from '#web/kit/permission'
import { useCall } from '#web/kit/query'
import { useEvent } from '#web/kit/realtime'
import { ResidentHead } from './head.part.tsx'
import { moveActions, type ResidentMove, type ResidentMovesHandle } from './moves.part.tsx'
import { openSettlement, toSettle } from './settle.ts'
import { StayTimeline } from './timeline.part.tsx'
import './residence.css'

interface ResidenceDrawerProps {
  /** null: closed. */
  oldmanId: string | null
  moves: ResidentMovesHandle
  onClose(): void
}

const kind = optionField(StayKind)
const settle = optionField(SettleState)
const until = (day: string | null) => day ?? '至今'
const period = (stay: StayData) => (stay.endDate ? `${stay.startDate} 至 ${stay.endDate}` : `${stay.startDate} 至今`)

/** Fees of the stay by month, with days counted thirty times. */
const monthly = (stay: StayData) =>
  stay.fees
    .filter((fee) => fee.toDate === null)
    .reduce((sum, fee) => {
      const amount = Math.round((fee.priceFen ?? 0) * fee.quantity)
      return sum + (fee.cycle === 'MONTH' ? amount : fee.cycle === 'DAY' ? amount * 30 : 0)
    }, 0)

export function ResidenceDrawer({ oldmanId, moves, onClose }: ResidenceDrawerProps) {
  const shown = useShown(oldmanId)
  const asked = useCall(residence.calls.detail, shown ? { oldmanId: shown } : null)
  const { data } = asked
  useEvent(residence.events.changed, ({ oldmanIds }) => {
    if (shown && oldmanIds.includes(shown)) void asked.refetch()
  })
  const may = useMay()
  if (!shown) return null
  const open = (move: ResidentMove) => {
    onClose()
    moves.open(move, { oldmanId: shown })
  }
  const actions = data ? moveActions(data.can) : []
  // Whoever has left is to be settled with; taking the check-out back is for slips.
  const settles = data !== undefined && toSettle(data) && may(settleNeeds.list)
  const [first, ...others] = actions
  const rest = settles ? actions : others
  return (
    <DetailDrawer
      open={oldmanId !== null}
      width={720}
      title={data ? `居住详情・${data.oldmanName}` : '居住详情'}
      onClose={onClose}
      extra={
        may('live:archive:list') && (
          <button type="button" className="yy-link" onClick={() => openPage(archivePath(shown))}>
            打开档案
          </button>
        )
      }
      foot={
        (first || settles) && (
          <div className="yy-drawer-foot">
            <div />
            <span className="yy-drawer-foot-acts">
              {rest.length > 0 && (
                <Dropdown
                  placement="topRight"
                  trigger={['click']}
                  menu={{
                    items: rest.map(({ move, title, danger }) => ({
                      key: move,
                      danger,
                      label: danger ? `${title}…` : title,
                    })),
                    onClick: ({ key }) => open(key as ResidentMove),
                  }}
                >
                  <Button icon={<ChevronDown size={14} aria-hidden />} iconPlacement="end">
                    更多办理
                  </Button>
                </Dropdown>
              )}
              {settles ? (
                <Button type="primary" onClick={() => openSettlement(shown)}>
                  去结算
                </Button>
              ) : (
                first && (
                  <Button type="primary" danger={first.danger} onClick={() => open(first.move)}>
                    {first.title}
                  </Button>
                )
              )}
            </span>
          </div>
        )
      }
      of={asked}
      what="居住详情"
      lines={10}
    >
      {(data) => (
        <>
          <ResidentHead row={data} />
          <Tabs
            className="yy-above-4"
            items={[
              {
                key: 'now',
                label: '居住情况',
                children: (
                  <Present detail={data} onEdit={() => open('editLive')} onBooking={() => open('settleBooking')} />
                ),
              },
              {
                key: 'stays',
                label: `历次居住 ${data.stays.length}`,
                children: <Earlier stays={data.stays} />,
              },
              { key: 'record', label: '变动记录', children: <StayTimeline oldmanId={shown} /> },
            ]}
          />
        </>
      )}
    </DetailDrawer>
  )
}

interface PresentProps {
  detail: ResidenceDetailData
  onEdit(): void
  onBooking(): void
}

export function Present({ detail, onEdit, onBooking }: PresentProps) {
  const may = useMay()
  const stay = detail.stays[0]
  const open = stay !== undefined && stay.endDate === null
  return (
    <div className="yy-stack yy-gap-16 yy-below-16">
      <KeyFigures
        figures={[
          { label: open ? '本次在住' : '上次在住', value: stay ? stay.days : '—', ...(stay && { unit: '天' }) },
          { label: '累计在住', value: detail.totalDays, unit: '天', note: `共 ${detail.stays.length} 次` },
          { label: '每月费用', value: open ? amountText(detail.masked ? null : monthly(stay)) : '—' },
          {
            label: '欠费',
            value: amountText(detail.masked ? null : detail.owedFen),
            ...(detail.owedFen > 0 && { tone: 'red' as const }),
          },
        ]}
      />
      <Applications of={detail.applications} />
      {detail.reservation && <ReservationCard reservation={detail.reservation} />}
      {detail.bookingLoose && (
        <p className="yy-near-amber" role="note">
          账户上还有订金 {amountText(detail.looseFen)} 元，原来的预订
          {detail.lapsed ? `（${bedPathText(detail.lapsed.bedPath)}，保留至 ${detail.lapsed.expireDate}）` : ''}已经结束
          {detail.can.includes('settleBooking') && (
            <>
              ，
              <button type="button" className="yy-link" onClick={onBooking}>
                处理订金
              </button>
            </>
          )}
          。
        </p>
      )}
      {detail.plannedMove && (
        <p className="yy-near-amber">
          已约定 {detail.plannedMove.fromDate} 调到 {bedPathText(detail.plannedMove.bedPath)}，届时自动生效。
        </p>
      )}
      {detail.plannedLevel && (
        <p className="yy-near-amber">
          已约定 {detail.plannedLevel.fromDate} 起护理等级改为 {detail.plannedLevel.levelName}，届时自动生效。
        </p>
      )}
      {stay ? (
        <>
          <PageCard
            title={open ? '本次居住' : '上次居住'}
            sub={period(stay)}
            extra={
              open &&
              may(residence.calls.editLive.needs) && (
                <button type="button" className="yy-link" onClick={onEdit}>
                  修改
                </button>
              )
            }
          >
            <Facts facts={termsOf(stay)} />
          </PageCard>
          <Beds stay={stay} />
          <Fees stay={stay} />
        </>
      ) : (
        !detail.reservation && <Empty title="还没有居住记录" text="办理试住或入住后，床位、费用和合同会列在这里。" />
      )}
    </div>
  )
}

function termsOf(stay: StayData): Fact[] {
  return [
    { label: '居住类型', value: kind.cell(stay.kind) },
    { label: '护理等级', value: stay.levelName },
    ...(stay.trialStart ? [{ label: '试住', value: `${stay.trialStart} 至 ${stay.trialEnd ?? '—'}` }] : []),
    ...(stay.formalDate ? [{ label: '正式入住', value: stay.formalDate }] : []),
    { label: '合同编号', value: stay.contractNo },
    {
      label: '合同期限',
      value: stay.contractStart ? `${stay.contractStart} 至 ${stay.contractEnd ?? '—'}` : null,
    },
    { label: '应收押金', value: `${amountText(stay.depositFen)} 元` },
    { label: '缴费日', value: `每月 ${stay.payDay} 日` },
    { label: '付费人', value: stay.payerName },
    { label: '紧急联系人', value: stay.emergencyName },
    { label: '担保人', value: stay.guarantorName },
    { label: '监护人', value: stay.guardianName },
    { label: '代管药品', value: stay.custody ? '是' : '否' },
    { label: '接待人', value: stay.saleName },
    ...(stay.endDate
      ? [
          { label: '退住原因', value: stay.checkoutReasonName },
          { label: '去向', value: stay.checkoutTo },
          {
            label: '退住结算',
            value: stay.settleState ? (
              <>
                {settle.cell(stay.settleState)} {stay.settleNo}
              </>
            ) : null,
          },
        ]
      : []),
    ...(stay.remark ? [{ label: '备注', value: stay.remark, wide: true }] : []),
    ...(stay.checkoutRemark ? [{ label: '退住备注', value: stay.checkoutRemark, wide: true }] : []),
  ]
}

function ReservationCard({ reservation }: { reservation: ReservationData }) {
  return (
    <PageCard title="预订" sub={`${reservation.reserveDate} 登记`}>
      <Facts
        facts={[
          { label: '床位', value: <BedPath path={reservation.bedPath} />, wide: true },
          { label: '预计入住', value: reservation.expectCheckIn },
          { label: '保留至', value: reservation.expireDate },
          { label: '订金', value: `${amountText(reservation.bookingFen)} 元` },
          { label: '接待人', value: reservation.saleName },
          ...(reservation.cancelReason
            ? [
                { label: '取消原因', value: reservation.cancelReason },
                { label: '订金处理', value: BookingMoney.label(reservation.cancelMoney) },
              ]
            : []),
          ...(reservation.remark ? [{ label: '备注', value: reservation.remark, wide: true }] : []),
        ]}
      />
    </PageCard>
  )
}

const BED_KIND: Readonly<Record<string, string>> = { STAY: '居住', ROOM: '包房', RESERVE: '预订' }

function Beds({ stay }: { stay: StayData }) {
  return (
    <PageCard title="床位" sub="按时间">
      <table className="yy-res-table yy-plain-table">
        <thead>
          <tr>
            <th>床位</th>
            <th>从</th>
            <th>到</th>
            <th>原因</th>
          </tr>
        </thead>
        <tbody>
          {stay.beds.map((bed, at) => (
            <tr key={at}>
              <td>
                <BedPath path={bed.bedPath} />
                {bed.kind !== 'STAY' && <span className="yy-none"> {BED_KIND[bed.kind] ?? bed.kind}</span>}
              </td>
              <td>{bed.fromDate}</td>
              <td>{until(bed.toDate)}</td>
              <td>{bed.reason ?? '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </PageCard>
  )
}

function Fees({ stay }: { stay: StayData }) {
  return (
    <PageCard title="费用" sub="约定的项目和价格">
      {stay.fees.length === 0 ? (
        '没有约定费用'
      ) : (
        <table className="yy-res-table yy-plain-table">
          <thead>
            <tr>
              <th>费用项目</th>
              <th>周期</th>
              <th className="yy-fee-number">单价（元）</th>
              <th className="yy-fee-number">数量</th>
              <th>从</th>
              <th>到</th>
            </tr>
          </thead>
          <tbody>
            {stay.fees.map((fee) => (
              <tr key={fee.feeSetId}>
                <td>{fee.name}</td>
                <td>{fee.cycleName}</td>
                <td className="yy-fee-number">{amountText(fee.priceFen)}</td>
                <td className="yy-fee-number">{fee.quantity}</td>
                <td>{fee.fromDate}</td>
                <td>{until(fee.toDate)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </PageCard>
  )
}

export function Earlier({ stays }: { stays: readonly StayData[] }) {
  if (stays.length === 0) return <Empty title="还没有居住过" />
  return stays.map((stay) => (
    <PageCard key={stay.stayId} className="yy-below-12" title={period(stay)} sub={`${stay.days} 天`}>
      <Facts
        facts={[
          { label: '居住类型', value: kind.cell(stay.kind) },
          { label: '护理等级', value: stay.levelName },
          {
            label: '床位',
            value: [...new Set(stay.beds.map((bed) => bedPathText(bed.bedPath)))].join('；'),
            wide: true,
          },
          ...(stay.endDate
            ? [
                { label: '退住原因', value: stay.checkoutReasonName },
                { label: '退住结算', value: stay.settleState ? settle.cell(stay.settleState) : null },
              ]
            : []),
        ]}
      />
    </PageCard>
  ))
}
