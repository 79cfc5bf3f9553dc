// Two residents change beds with each other, in one step.
import { Form } from 'antd'
import { type ResidenceDetailData, residence } from '#contract/live/residence'
import { IN_HOUSE } from '#contract/live/resident'
import { NextBill } from '#web/areas/expense/public'
import { BedPath } from '#web/areas/live/marks.part'
import { today } from '#web/areas/live/residence/days'
import { ResidentCell } from '#web/areas/live/residentCell.part'
import { residentOf } from '#web/areas/live/residentPick.part'
import type { Field, InputProps } from '#web/kit/fields/field'
import type { Values } from '#web/kit/form/SchemaForm'
import { useCall } from '#web/kit/query'
import { presentSince } from './adjustBed.part.tsx'
import { bedFeeOn } from './bedFee.part.tsx'
import type { FeeLine } from './fees.ts'
import { reasonField } from './fields.part.tsx'
import { type MoveAt, MoveForm } from './moveForm.part.tsx'
import { useLatestMove } from './settings.ts'

const other = residentOf({ statuses: IN_HOUSE })

const useOther = (one: ResidenceDetailData, otherId: string | null | undefined) =>
  useCall(residence.calls.detail, otherId && otherId !== one.oldmanId ? { oldmanId: otherId } : null).data

function Swap({ one, values }: { one: ResidenceDetailData; values: Values }) {
  const two = useOther(one, values.otherOldmanId as string | null | undefined)
  if (!two) return null
  const notes = [
    two.wholeRoom && `${two.oldmanName}包房居住，不能直接换床`,
    two.plannedMove && `${two.oldmanName}已约定 ${two.plannedMove.fromDate} 调床，请先取消约定`,
  ].filter(Boolean)
  return (
    <>
      <table className="yy-swap yy-wide yy-edge yy-round-card" aria-label="换床前后">
        <thead>
          <tr>
            <th className="yy-second yy-light yy-tint yy-pad-8-12 yy-left yy-under">老人</th>
            <th className="yy-second yy-light yy-tint yy-pad-8-12 yy-left yy-under">现在</th>
            <th className="yy-second yy-light yy-tint yy-pad-8-12 yy-left yy-under">换床后</th>
          </tr>
        </thead>
        <tbody>
          {[
            { who: one, after: two },
            { who: two, after: one },
          ].map(({ who, after }) => (
            <tr key={who.oldmanId}>
              <td className="yy-pad-8-12 yy-left yy-under">
                <ResidentCell row={who} notes={false} />
              </td>
              <td className="yy-pad-8-12 yy-left yy-under">
                <BedPath path={who.bedPath} />
              </td>
              <td className="yy-pad-8-12 yy-left yy-under">
                <BedPath path={after.bedPath} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {notes.map((note) => (
        <p key={String(note)} className="yy-near-amber">
          {note}。
        </p>
      ))}
      {[
        { who: one, bedId: two.bedId, bedFee: values.bedFee as FeeLine | null | undefined },
        { who: two, bedId: one.bedId, bedFee: values.otherBedFee as FeeLine | null | undefined },
      ].map(({ who, bedId, bedFee }) => (
        <section key={who.oldmanId} className="yy-swap-bill" aria-label={`${who.oldmanName}的下期账单`}>
          <h5>{who.oldmanName}</h5>
          <NextBill
            oldmanId={who.oldmanId}
            assume={{ day: values.effectiveDate as string | null, bedId, bedFee: bedFee ?? null }}
          />
        </section>
      ))}
    </>
  )
}

type FeeSide = InputProps<FeeLine> & { one: ResidenceDetailData; theirs: boolean }

/** What each one's new bed costs; the beds are those of the other. */
function SideFee({ one, theirs, ...props }: FeeSide) {
  const otherId = Form.useWatch<string | null | undefined>('otherOldmanId', Form.useFormInstance())
  const two = useOther(one, otherId)
  const [who, bed] = theirs ? [two, one] : [one, two]
  return bedFeeOn({ target: two ? bed?.bedId : null, fees: who?.stays[0]?.fees ?? [] }).input(props)
}

const sideFee = (one: ResidenceDetailData, theirs: boolean): Field<FeeLine> => ({
  ...bedFeeOn({ target: null, fees: [] }),
  input: (props) => <SideFee one={one} theirs={theirs} {...props} />,
})

export function ExchangeBedDrawer({ at }: { at: MoveAt }) {
  const { detail, request } = at
  const now = today()
  const latest = useLatestMove(now)
  const earliest = presentSince(detail, now)
  const chosen = (values: Values) => Boolean(values.otherOldmanId)
  return (
    <MoveForm
      at={at}
      call={residence.calls.exchangeBed}
      verb="换床"
      review="bedChange"
      anyway="仍然更换"
      done={`${detail.oldmanName}的床位已对换`}
      width={720}
      columns={2}
      initial={{ otherOldmanId: request.otherOldmanId ?? null!, effectiveDate: now }}
      below={(values) => <Swap one={detail} values={values} />}
      result={(values) => {
        const day = values.effectiveDate as string | null
        return day && day > now
          ? `${day} 自动对换，之前各住原来的床位`
          : `${detail.review.bedChange ? '审核通过后，' : ''}两人的床位在同一步里对换，护理等级不变`
      }}
      fields={{
        otherOldmanId: {
          as: other,
          placeholder: '入住中或试住的老人',
          check: (value) => (value === detail.oldmanId ? '不能和自己换床' : null),
        },
        effectiveDate: {
          props: { from: earliest, to: latest },
          check: (value) => {
            if (!value) return null
            if (value < earliest) return `不能早于住进现在床位的 ${earliest}`
            return value > latest ? `最多提前到 ${latest}` : null
          },
        },
        bedFee: {
          title: `${detail.oldmanName}的新床位费`,
          as: sideFee(detail, false),
          when: chosen,
          hint: '不选则按原来的价格',
        },
        otherBedFee: { title: '对方的新床位费', as: sideFee(detail, true), when: chosen, hint: '不选则按原来的价格' },
        reason: reasonField('如：两位老人家属协商一致'),
      }}
    />
  )
}
