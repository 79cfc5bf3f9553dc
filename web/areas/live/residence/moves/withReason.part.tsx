// Moves that need nothing but a reason: their effects are what has to be understood.
import type { ReactNode } from 'react'
import { residence } from '#contract/live/residence'
import { bedPathText } from '#web/areas/live/marks.part'
import { reasonField } from './fields.part.tsx'
import { Effects, type MoveAt, MoveForm } from './moveForm.part.tsx'

interface Settings {
  call: typeof residence.calls.readmit | typeof residence.calls.undoCheckOut | typeof residence.calls.waitAgain
  verb: string
  done: string
  placeholder: string
  effects: readonly ReactNode[]
}

function settingsOf({ request, detail }: MoveAt): Settings {
  const last = detail.stays[0]
  if (request.move === 'undoCheckOut') {
    return {
      call: residence.calls.undoCheckOut,
      verb: '撤销退住',
      done: `${detail.oldmanName}的退住已撤销`,
      placeholder: '如：日期录错、家属改变决定',
      effects: [
        <>
          回到退住前的床位 <b>{bedPathText(last?.beds.at(-1)?.bedPath ?? null) || '（原床位）'}</b>，床位必须仍然空着
        </>,
        `状态转回“${last?.kind === 'TRIAL' ? '试住' : '入住中'}”，居住天数连续计算`,
        last?.settleNo ? `退住结算 ${last.settleNo} 同时取消` : '退住结算同时取消',
        '原来的费用项目继续计费',
      ],
    }
  }
  if (request.move === 'readmit') {
    return {
      call: residence.calls.readmit,
      verb: '转为待入住',
      done: `${detail.oldmanName}已转为待入住`,
      placeholder: '如：住院康复后回院',
      effects: ['状态转为“待入住”，之后可以预订、试住或办理入住', '以前的居住记录、合同和账目都保留'],
    }
  }
  return {
    call: residence.calls.waitAgain,
    verb: '退回待入住',
    done: `${detail.oldmanName}已退回待入住`,
    placeholder: '如：家属仍考虑入住',
    effects: ['状态转为“待入住”，不占床位'],
  }
}

export function WithReasonDrawer({ at }: { at: MoveAt }) {
  const { effects, placeholder, ...rest } = settingsOf(at)
  return (
    <MoveForm
      at={at}
      {...rest}
      columns={1}
      effects={<Effects effects={effects} />}
      fields={{ reason: reasonField(placeholder) }}
    />
  )
}
